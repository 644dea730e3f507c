import type { Charset } from "@lumiglyph/contract";
import type { Environment } from "../streams.ts";

/** The colors that a terminal has: values of the parameter `colors`, or none at all. */
export type TerminalColors = "truecolor" | "256" | "16" | "8" | "none";

/**
 * The colors of a terminal by what it says of itself. FORCE_COLOR takes precedence over NO_COLOR, as in Node; then the
 * terminal's own word, COLORTERM, then the program's name, then TERM.
 */
export const colorsByEnvironment = (env: Environment, platform: NodeJS.Platform = process.platform): TerminalColors => {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return FORCED[forced] ?? "16";
  if (env["NO_COLOR"]) return "none";
  const term = env["TERM"] ?? "";
  if (term === "dumb") return "none";
  // GNU screen passes COLORTERM of the terminal around it on, and does not know those colors; tmux translates them
  if (/^screen/.test(term) && env["TMUX"] === undefined) return /256color/.test(term) ? "256" : "8";
  if (/^(?:truecolor|24bit)$/i.test(env["COLORTERM"] ?? "")) return "truecolor";
  const byProgram = programColors(env);
  if (byProgram !== null) return byProgram;
  if (term === "") return platform === "win32" ? "truecolor" : "none";
  return TERMS.find(([name]) => name.test(term))?.[1] ?? "none";
};

const FORCED: { readonly [value: string]: TerminalColors } = {
  "0": "none",
  false: "none",
  "1": "16",
  "2": "256",
  "3": "truecolor",
};

/** Terminals that announce themselves in a variable of their own. */
const programColors = (env: Environment): TerminalColors | null => {
  if (env["WT_SESSION"] !== undefined || env["KONSOLE_VERSION"] !== undefined) return "truecolor";
  // GNOME Terminal and others on VTE have all colors since 0.36
  if (Number(env["VTE_VERSION"]) >= 3600) return "truecolor";
  return PROGRAMS.get(env["TERM_PROGRAM"] ?? "") ?? null;
};

const PROGRAMS: ReadonlyMap<string, TerminalColors> = new Map([
  ["Apple_Terminal", "256"],
  ["ghostty", "truecolor"],
  ["Hyper", "truecolor"],
  ["iTerm.app", "truecolor"],
  ["mintty", "truecolor"],
  ["rio", "truecolor"],
  ["vscode", "truecolor"],
  ["WarpTerminal", "truecolor"],
  ["WezTerm", "truecolor"],
]);

/** Names of terminals in TERM; the first that fits counts. */
const TERMS: readonly (readonly [name: RegExp, colors: TerminalColors])[] = [
  [/-direct/, "truecolor"],
  [/^(?:alacritty|contour|foot|rio|st(?:-|$)|wezterm|xterm-(?:ghostty|kitty)|konsole)/, "truecolor"],
  [/256color/, "256"],
  [/88color|16color/, "16"],
  [/^(?:xterm-color|screen|ansi|sun-color|eterm)/i, "8"],
  [/^(?:xterm|rxvt|linux|cygwin|putty|konsole|vte|gnome|mlterm|tmux|console|teraterm)/i, "16"],
  [/color/i, "16"],
];

/** The first version of a terminal that draws the cells of a mosaic itself, whatever its font has; null for none. */
type Since = { readonly name: RegExp; readonly sextants: string | null; readonly octants: string | null };

/** By the names that terminals answer with: `kitty(0.42.1)`, `VTE(8000)`, `XTerm(379)`. */
const SINCE: readonly Since[] = [
  { name: /^kitty\b/i, sextants: "0.19", octants: "0.40" },
  { name: /^foot\b/i, sextants: "1.7", octants: "1.20" },
  { name: /^ghostty\b/i, sextants: "1.0", octants: "1.2" },
  { name: /^WezTerm\b/i, sextants: "20210814", octants: "20250209" },
  { name: /^VTE\b/i, sextants: "6000", octants: "7800" },
  { name: /^(?:XTerm|Konsole)\b/i, sextants: null, octants: null },
];

/** Whether a terminal of this name draws a charset; null if that is not known. */
export const draws = (name: string | null, charset: Charset): boolean | null => {
  if (charset !== "sextants" && charset !== "octants") return true;
  const known = SINCE.find((each) => name !== null && each.name.test(name));
  if (known === undefined) return null;
  const since = known[charset];
  return since !== null && versionIn(name!) >= versionIn(since);
};

/** The first two numbers of a version, comparable: 1.20 is newer than 1.7. */
const versionIn = (text: string): number => {
  const [, major = "0", minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return Number(major) + Number(minor) / 1000;
};
