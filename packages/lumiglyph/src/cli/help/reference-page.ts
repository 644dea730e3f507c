import type { Flags } from "../commands/command.ts";
import { COMMAND_NAMES, COMMANDS, type CommandRow, DRAW } from "../commands/commands.ts";
import { EXIT } from "../streams.ts";
import { SINCE } from "../terminal/mosaics.ts";
import { allowedText, flagTerm } from "./layout.ts";

/** The command line reference, generated from the tables it is parsed by. */
export const commandLinePage = (): string =>
  `${[
    "---\ntitle: Command line\nshape: reference\n---",
    "<!-- Generated from the tables of packages/lumiglyph by scripts/generate.ts: do not edit. -->",
    "# Command line",
    ...commandParts(DRAW),
    ...COMMAND_NAMES.flatMap((word) => [`## lumiglyph ${word}`, ...commandParts(COMMANDS[word])]),
    "## Exit codes",
    table(
      ["Code", "Meaning"],
      Object.values(EXIT).map(({ code, says }) => [String(code), says]),
    ),
    COLORS,
    BLOCKS,
    table(
      ["Terminal", "Sextants from", "Octants from"],
      SINCE.map(({ name, sextants, octants }) => [name, sextants ?? "never", octants ?? "never"]),
    ),
  ].join("\n\n")}\n`;

const commandParts = ({ usage, about, examples, groups }: CommandRow): readonly string[] => [
  ...about,
  `\`\`\`sh\n${[usage.replace(/^/, "# "), ...examples.map(([line]) => line)].join("\n")}\n\`\`\``,
  ...groups.flatMap(({ title, flags }) => [`### ${title}`, flagTable(flags)]),
];

const flagTable = (flags: Flags): string =>
  table(
    ["Flag", "Takes", "Default", "Meaning"],
    Object.entries(flags).map(([name, flag]) => [
      `\`${flagTerm(name, flag).trim()}\`${flag.also === undefined ? "" : `, \`--${flag.also}\``}`,
      allowedText(flag) ?? "",
      flag.fallback ?? "",
      flag.says,
    ]),
  );

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const COLORS = `## Colors and fit

In a terminal with colors, the art is letters on their own color; without, it uses all glyphs. It has the terminal's colors, fits its width and height, and suits its background and the shape of its cells. Colors are detected from \`COLORTERM\`, then from the names of known terminals in \`TERM_PROGRAM\` and \`TERM\`. Then the terminal is asked, once and for at most 150 ms; \`--no-probe\` leaves that out. \`NO_COLOR\` gives plain text; \`FORCE_COLOR=1\`, \`2\` or \`3\` gives colors even in a pipe (16, 256, all); \`--color\`, \`--no-color\` and \`--colors\` override both. \`--format\` writes exactly that format, wherever it goes.`;

const BLOCKS = `## Blocks

\`--blocks\` draws octants in html, svg and png, which have rectangles in place of characters. In a terminal it draws the finest mosaic of the table that the terminal draws itself, whatever its font has: by the version that it answers, then by \`TERM_PROGRAM_VERSION\`, \`VTE_VERSION\`, \`KONSOLE_VERSION\` or \`TERM\`. The Linux console gets halves, and everything else quadrants: other terminals, tmux, pipes, text files and recordings. \`--charset\` chooses one itself. VTE is in GNOME Terminal and many others; 7800 is its version 0.78.`;
