import { COMMANDS, type Command, type Desk } from "../commands.ts";
import type { Entry } from "./entries.ts";

/** What can be done now, from the one table of commands. What needs a key to be held, or has a row as a parameter, is left out. */
export const commandEntries = ({ studio }: Desk): readonly Entry[] =>
  Object.entries<Command>(COMMANDS)
    .filter(([id, { run, when }]) => run !== undefined && !LEFT_OUT.includes(id) && when?.(studio) !== false)
    .map(([id, { words, keys, run }]) => ({
      id: `command-${id}`,
      group: "Commands" as const,
      words,
      value: "",
      keys: keys.slice(0, 1),
      choose(desk: Desk) {
        run!(desk, 0);
        return null;
      },
    }));

/** The palette itself, steps of what can be typed as a number, and what only its keys tell apart. */
const LEFT_OUT: readonly string[] = [
  "palette",
  "columns",
  "color",
  "invert",
  "edges",
  "dither",
  "view",
  "zoom",
  "step",
];
