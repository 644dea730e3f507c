import { nearestName } from "@lumiglyph/contract";
import { readScreen } from "../terminal/screen.ts";
import { UsageError } from "../usage-error.ts";
import type { PrintCommand } from "./command.ts";
import { COMMAND_WORDS, type CommandWord, commandRow, flagsOf, isCommandWord } from "./commands.ts";

/** Reads what follows the word `help`: nothing, a command, or a flag with its dashes or without. */
export const readHelp = (words: readonly string[]): PrintCommand => {
  const [topic, ...more] = words;
  if (topic === undefined) return showHelp(null);
  if (more.length > 0) throw new UsageError("Name one command or one flag: lumiglyph help columns");
  if (isCommandWord(topic)) return showHelp(topic);
  const name = topic.replace(/^--?(?:no-)?/, "");
  const command = WITH_FLAGS.find((word) => Object.hasOwn(flagsOf(commandRow(word)), name));
  if (command === undefined) throw new UsageError(`There is no help on \`${topic}\`.${advice(topic)}`);
  return {
    kind: "print",
    text: async () => (await import("../help/flag-page.ts")).flagPage(name, commandRow(command)),
  };
};

/** The help on a command, or on drawing and all the rest. */
export const showHelp = (command: CommandWord | null): PrintCommand => ({
  kind: "print",
  text: async ({ stdout, env }) => {
    const { commandHelp, overview } = await import("../help/pages.ts");
    const bold = readScreen(stdout, env).depth > 1;
    return command === null ? overview(bold) : commandHelp(commandRow(command), bold);
  },
});

/** Drawing first: a flag that two commands have is told of there. */
const WITH_FLAGS = [null, ...COMMAND_WORDS] as const;

const advice = (topic: string): string => {
  const known = [...COMMAND_WORDS, ...WITH_FLAGS.flatMap((word) => Object.keys(flagsOf(commandRow(word))))];
  const near = nearestName(topic, known);
  return near === null ? "" : ` Did you mean \`${near}\`?`;
};
