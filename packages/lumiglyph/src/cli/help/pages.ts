import { paramOf } from "../commands/command.ts";
import { COMMAND_NAMES, COMMANDS, type CommandRow, DRAW, type FlagGroup, flagsOf } from "../commands/commands.ts";
import { COMMON_FLAGS } from "../commands/own-flags.ts";
import { EXIT } from "../streams.ts";
import { allowedText, columns, flagRows, flagTerm, paragraph, section } from "./layout.ts";

/** The text of `lumiglyph --help`: rendering with all its flags, and the other commands. */
export const overview = (bold: boolean): string =>
  page([
    `${head("Usage:", bold)} ${DRAW.usage}\n       lumiglyph COMMAND ...`,
    ...about(DRAW, bold),
    section(
      head("Commands", bold),
      COMMAND_NAMES.map((word) => [word, COMMANDS[word].says]),
      WORDS_LEFT,
    ),
    ...groups([...DRAW.groups, { title: "General", flags: COMMON_FLAGS }], bold),
    section(
      head("Exit codes", bold),
      Object.values(EXIT).map(({ code, says }) => [String(code), says]),
      CODES_LEFT,
    ),
  ]);

/** The text of `lumiglyph COMMAND --help`. */
export const commandHelp = (row: CommandRow, bold: boolean): string =>
  page([`${head("Usage:", bold)} ${row.usage}`, ...about(row, bold), ...groups(row.groups, bold)]);

/** Start of the second column: after the longest flag, example, command and code. */
const FLAGS_LEFT = 30;
const EXAMPLES_LEFT = 47;
const WORDS_LEFT = 14;
const CODES_LEFT = 7;

const about = (row: CommandRow, bold: boolean): readonly string[] => [
  ...row.about.map(paragraph),
  section(head("Examples", bold), row.examples, EXAMPLES_LEFT),
];

const groups = (all: readonly FlagGroup[], bold: boolean): readonly string[] =>
  all.map(({ title, flags }) => section(head(title, bold), flagRows(flags), FLAGS_LEFT));

const page = (parts: readonly string[]): string => `${parts.join("\n\n")}\n`;

const head = (text: string, bold: boolean): string => (bold ? `\x1b[1m${text}\x1b[0m` : text);

/** The text of `lumiglyph help FLAG` for a flag of this command. */
export const flagPage = (name: string, row: CommandRow): string => {
  const flag = flagsOf(row)[name];
  if (flag === undefined) throw new RangeError(`${row.usage} has no flag ${name}`);
  const param = row === DRAW ? paramOf(name) : undefined;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["takes", allowedText(flag)],
    ["default", flag.fallback],
    ["also", flag.also && `--${flag.also}`],
    ["opposite", flag.negatable && `--no-${name}`],
    ["belongs to", row.usage],
    ["over HTTP", param && `parameter ${param}`],
  ];
  return `${[
    flagTerm(name, flag).replace("[no-]", "").trim(),
    paragraph(`${flag.says.charAt(0).toUpperCase()}${flag.says.slice(1)}.`),
    columns(
      rows.flatMap(([term, says]) => (says === undefined ? [] : [[term, says] as const])),
      FACTS_LEFT,
    ),
  ].join("\n\n")}\n`;
};

/** Start of the second column. */
const FACTS_LEFT = 18;
