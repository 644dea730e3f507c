import {
  isParamName,
  PARAM_NAMES,
  PARAMS,
  type Param,
  type ParamGroup,
  type ParamName,
  paramFacts,
  paramRow,
} from "@lumiglyph/contract";
import { type Flag, type Flags, flagOf, kebab, type PathKind } from "./command.ts";
import {
  CALIBRATE_FLAGS,
  COMMON_FLAGS,
  DECODE_FLAGS,
  DRAW_FLAGS,
  MCP_FLAGS,
  SERVE_FLAGS,
  SIGN_FLAGS,
} from "./own-flags.ts";

/** The parameters of a group as flags, from the contract's table. */
const paramFlags = (group: ParamGroup): Flags =>
  Object.fromEntries(
    PARAM_NAMES.filter((name) => paramRow(name).group === group).map((name) => [kebab(name), flagFor(name)]),
  );

/** The groups that have parameters, in the table's order. */
const PARAM_GROUPS: readonly ParamGroup[] = [...new Set(PARAM_NAMES.map((name) => paramRow(name).group))];

const flagFor = (name: ParamName): Flag => {
  const row = paramRow(name);
  const [short, also] = [SHORTS[name], ALSO[name]];
  return {
    ...(short !== undefined && { short }),
    ...(also !== undefined && { also }),
    ...takenBy(row),
    ...(name === "colors" && { choices: ["auto", ...PARAMS.colors.values, "none"] }),
    says: withFlags(paramFacts(name).says),
    fallback: FALLBACKS[name] ?? written(row.default),
  };
};

/** A description from the table, whose backticks mark names, with flags for parameters. */
const withFlags = (marked: string): string =>
  marked.replace(/`([^`]*)`/g, (_, name: string) => (isParamName(name) ? flagOf(name) : name));

const SHORTS: { readonly [Name in ParamName]?: string } = { columns: "c", format: "f" };

/** Aliases from chafa and jp2a. */
const ALSO: { readonly [Name in ParamName]?: string } = {
  columns: "width",
  rows: "height",
  characters: "chars",
  cellAspect: "font-ratio",
};

/** Defaults that depend on the terminal or the output's name instead of the table. */
const FALLBACKS: { readonly [Name in ParamName]?: string } = {
  columns: `as many as fit the terminal, else ${paramRow("columns").default}`,
  format: "from the extension of --out or the terminal, else text",
  rows: "as many as fit the terminal, else none",
  color: "on if the terminal or the file's format has colors",
  fill: "0.8 with color",
  glyphStrategy: "fixed",
  colors: "auto: the terminal's colors",
  cellAspect: `as the terminal reports, else ${paramRow("cellAspect").default}`,
  background: `as the terminal reports, else ${paramRow("background").default}`,
  font: "the terminal's usual font, else any",
};

const takenBy = (row: Param): Omit<Flag, "says"> => {
  switch (row.kind) {
    case "integer":
    case "number":
      return { value: "N", allowed: `${row.min} to ${row.max}${row.none ? ", 0 for none" : ""}` };
    case "choice":
      return { value: "NAME", choices: row.values };
    case "color":
      return { value: "#RGB" };
    case "text":
    case "characters":
      return { value: "TEXT" };
    case "boolean":
      return { negatable: true };
  }
};

const written = (value: string | number | boolean): string =>
  typeof value === "boolean" ? (value ? "on" : "off") : String(value);

/** Flags under a heading of the help. */
export type FlagGroup = { readonly title: string; readonly flags: Flags };

/** A command of the command line. */
export type CommandRow = {
  readonly usage: string;
  /** A one-line summary. */
  readonly says: string;
  /** The description, one string per paragraph. */
  readonly about: readonly string[];
  readonly examples: readonly (readonly [line: string, says: string])[];
  readonly groups: readonly FlagGroup[];
  /** Its operands. */
  readonly operands: PathKind | readonly string[];
};

const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Shells with completion support. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** Rendering, the default command without a name. */
export const DRAW: CommandRow = {
  usage: "lumiglyph PICTURE... [flags]",
  says: "render pictures as character art",
  about: [
    "Renders pictures (JPEG, PNG, WebP, GIF, AVIF) as character art: fitted to the terminal and in its colors, or as plain text elsewhere. A folder means all pictures in it; - or a pipe means standard input; an address is fetched. If a flag is repeated, the last one wins.",
  ],
  examples: [
    ["lumiglyph photo.jpg", "fits this terminal"],
    ["lumiglyph photo.jpg -c 64 --edges", "64 columns of line art"],
    ["cat photo.jpg | lumiglyph > photo.txt", "through a pipe"],
    ["lumiglyph photo.jpg -o photo.html", "the extension selects the format"],
    ["lumiglyph photo.jpg --size 60x20 --center", "small and centered"],
    ["lumiglyph photo.jpg --blocks", "in blocks instead of letters"],
    ["lumiglyph photos --out art --format svg -j 4", "every picture in a folder"],
    ["lumiglyph sketch.png --watch", "render again after each save"],
  ],
  groups: [
    { title: "Output", flags: DRAW_FLAGS },
    ...PARAM_GROUPS.map((group) => ({ title: title(group), flags: paramFlags(group) })),
  ],
  operands: "file",
};

/** Commands with a name. To render a file with such a name, write ./name. */
export const COMMANDS = {
  decode: {
    usage: "lumiglyph decode ART --out PICTURE.png [flags]",
    says: "turn art back into a picture",
    about: ["Decodes art (json, json-compact, text) into a PNG. - reads it from standard input."],
    examples: [
      ["lumiglyph photo.jpg -o art.json", "render"],
      ["lumiglyph decode art.json --out picture.png", "and back"],
    ],
    groups: [{ title: "Flags", flags: DECODE_FLAGS }],
    operands: "file",
  },
  calibrate: {
    usage: "lumiglyph calibrate FONT [flags]",
    says: "measure your own font",
    about: [
      "Measures the light of each character in a TTF, OTF or WOFF file and writes it to a profile. --font-profile then matches pictures to that font.",
    ],
    examples: [
      ["lumiglyph calibrate MyFont.ttf", "writes MyFont.json"],
      ["lumiglyph photo.jpg --font-profile MyFont.json", "uses it"],
      ["lumiglyph calibrate MyFont.ttf --size 15 --line-height 1.2", "with your terminal's settings"],
    ],
    groups: [{ title: "Flags", flags: CALIBRATE_FLAGS }],
    operands: "file",
  },
  sign: {
    usage: "lumiglyph sign ADDRESS [flags]",
    says: "sign the address of art",
    about: [
      "Prints the canonical form of an address of a service, signed with the first key in the environment's SERVICE_URL_KEYS. Quote the address: it has an &.",
    ],
    examples: [
      ["lumiglyph sign https://art.example/api/v1/render?imageUrl=URL", "never expires"],
      ["lumiglyph sign https://art.example/… --lasts 3600", "for an hour"],
    ],
    groups: [{ title: "Flags", flags: SIGN_FLAGS }],
    operands: [],
  },
  serve: {
    usage: "lumiglyph serve [flags]",
    says: "start the web service, with the studio at /",
    about: [
      "Serves the render operation over HTTP, and the studio, a page that renders on the visitor's own device. All other settings come from the environment, see docs/reference/settings.md. Ctrl+C finishes accepted requests, then exits.",
    ],
    examples: [
      ["lumiglyph serve", "http://127.0.0.1:8787"],
      ["lumiglyph serve --port 9000 --host 0.0.0.0", "reachable from the network"],
    ],
    groups: [{ title: "Flags", flags: SERVE_FLAGS }],
    operands: [],
  },
  mcp: {
    usage: "lumiglyph mcp [--root DIR]",
    says: "serve the tool render_ascii to an agent",
    about: ["Speaks the Model Context Protocol over standard input and output, until the input ends."],
    examples: [["lumiglyph mcp --root pictures", "an agent may draw the pictures in pictures"]],
    groups: [{ title: "Flags", flags: MCP_FLAGS }],
    operands: [],
  },
  completion: {
    usage: `lumiglyph completion ${SHELLS.join("|")}`,
    says: "print a shell completion script",
    about: ["Prints a script for the shell to load at startup:"],
    examples: [
      ["source <(lumiglyph completion bash)", "in ~/.bashrc"],
      ["source <(lumiglyph completion zsh)", "in ~/.zshrc, after compinit"],
      ["lumiglyph completion fish | source", "in ~/.config/fish/config.fish"],
    ],
    groups: [],
    operands: SHELLS,
  },
  help: {
    usage: "lumiglyph help [COMMAND | FLAG]",
    says: "show help for a command or a flag",
    about: ["Without an argument it prints the same as lumiglyph --help."],
    examples: [
      ["lumiglyph help decode", ""],
      ["lumiglyph help columns", ""],
    ],
    groups: [],
    operands: ["decode", "calibrate", "sign", "serve", "mcp", "completion"],
  },
} as const satisfies { readonly [word: string]: CommandRow };

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

export const isCommandName = (word: string | undefined): word is CommandName =>
  word !== undefined && Object.hasOwn(COMMANDS, word);

/** The definition of a command, or of rendering if there is none. */
export const commandRow = (word: CommandName | null): CommandRow => (word === null ? DRAW : COMMANDS[word]);

/** All flags of a command. */
export const flagsOf = ({ groups }: CommandRow): Flags =>
  Object.assign({}, ...groups.map(({ flags }) => flags), COMMON_FLAGS) as Flags;

/** The hidden command that completion scripts use to get candidates. */
export const COMPLETE = "__complete";
