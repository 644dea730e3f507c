import { createContext } from "preact";
import type { Desk } from "./commands.ts";

/** What the commands of the page around a component work on. */
export const DeskContext = createContext<Desk | null>(null);
