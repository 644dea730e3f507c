import { cellFacts } from "./cell-facts.ts";
import { Loupe } from "./loupe.tsx";

/** What looks into cells. No art needs it to be shown, so it is fetched by itself. */
export const LOUPE = { cellFacts, Loupe } as const;
