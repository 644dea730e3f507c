import { createContext } from "preact";
import type { Handoff } from "./handoff.ts";

/** The handoff that the pill and the approve bar show. */
export const HandoffContext = createContext<Handoff | null>(null);
