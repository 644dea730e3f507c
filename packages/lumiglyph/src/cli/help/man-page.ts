import { VERSION } from "@lumiglyph/contract";
import { COMMAND_NAMES, COMMANDS, type CommandRow, DRAW, type FlagGroup } from "../commands/commands.ts";
import { COMMON_FLAGS } from "../commands/own-flags.ts";
import { EXIT } from "../streams.ts";
import { flagRows } from "./layout.ts";

/** The manual page in roff's man macros, generated from the tables that the command line is parsed by. */
export const manPage = (): string =>
  `${[
    `.\\" Generated from the tables of packages/lumiglyph by scripts/generate.ts: do not edit.`,
    `.TH LUMIGLYPH 1 "" "lumiglyph ${VERSION}" "User Commands"`,
    ...section("NAME", [`lumiglyph \\- ${escaped(DRAW.says)}`]),
    ...section(
      "SYNOPSIS",
      [DRAW, ...COMMAND_NAMES.map((word) => COMMANDS[word])].flatMap(({ usage }) => [escaped(usage), ".br"]),
    ),
    ...section("DESCRIPTION", DRAW.about.map(escaped)),
    ...flagGroups([...DRAW.groups, { title: "General", flags: COMMON_FLAGS }]),
    ...COMMAND_NAMES.flatMap((word) => commandPart(word, COMMANDS[word])),
    ...section("EXAMPLES", examplesOf(DRAW)),
    ...section(
      "EXIT STATUS",
      Object.values(EXIT).flatMap(({ code, says }) => [".TP", `.B ${code}`, escaped(says)]),
    ),
    ...section("ENVIRONMENT", [
      ...[".TP", ".B NO_COLOR", "If it is set and not empty, art in a terminal has no color."],
      ...[".TP", ".B FORCE_COLOR", "0 for no color, 1 for 16 colors, 2 for 256, 3 for all, in a pipe too."],
      ...[".TP", ".B COLORTERM\\fR, \\fBTERM\\fR, \\fBTERM_PROGRAM", "Tell which colors the terminal has."],
    ]),
  ].join("\n")}\n`;

const section = (title: string, lines: readonly string[]): readonly string[] => [`.SH ${title}`, ...lines];

const flagGroups = (groups: readonly FlagGroup[]): readonly string[] =>
  groups.flatMap(({ title, flags }) => [
    `.SH ${title.toUpperCase()} OPTIONS`,
    ...flagRows(flags).flatMap(([term, says]) => [".TP", `.B ${escaped(term.trim())}`, escaped(says)]),
  ]);

const commandPart = (word: string, row: CommandRow): readonly string[] => [
  `.SH ${word.toUpperCase()}`,
  ...row.about.map(escaped),
  ...row.groups.flatMap(({ flags }) =>
    flagRows(flags).flatMap(([term, says]) => [".TP", `.B ${escaped(term.trim())}`, escaped(says)]),
  ),
  ...examplesOf(row),
];

const examplesOf = ({ examples }: CommandRow): readonly string[] =>
  examples.flatMap(([line, says]) => [".TP", `.B ${escaped(line)}`, escaped(says || "as it says.")]);

/** Backslashes and dashes are escaped, and no line starts with a control character. */
const escaped = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/, "\\&");
