import { createContext } from "preact";
import type { CommandContext } from "./commands.ts";

/** What the commands of the page around a component work on. */
export const CommandsContext = createContext<CommandContext | null>(null);
