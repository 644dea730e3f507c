import type { Environment } from "../streams.ts";

/** The colors that a terminal has: values of the parameter `colors`, or none at all. */
export type TerminalColors = "truecolor" | "256" | "16" | "8" | "none";

/**
 * The colors of a terminal by its environment. FORCE_COLOR takes precedence over NO_COLOR, as in
 * Node; then come COLORTERM, by which a terminal states its colors, the program's name, and TERM.
 */
export const colorsByEnvironment = (env: Environment, platform: NodeJS.Platform = process.platform): TerminalColors => {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return FORCED[forced] ?? "16";
  if (env["NO_COLOR"]) return "none";
  const term = env["TERM"] ?? "";
  if (term === "dumb") return "none";
  // GNU screen passes on the surrounding terminal's COLORTERM without supporting its colors; tmux
  // translates them
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

/** Terminals that identify themselves by a variable. */
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

/** Names of terminals in TERM; the first match counts. */
const TERMS: readonly (readonly [name: RegExp, colors: TerminalColors])[] = [
  [/-direct/, "truecolor"],
  [/^(?:alacritty|contour|foot|rio|st(?:-|$)|wezterm|xterm-(?:ghostty|kitty)|konsole)/, "truecolor"],
  [/256color/, "256"],
  [/88color|16color/, "16"],
  [/^(?:xterm-color|screen|ansi|sun-color|eterm)/i, "8"],
  [/^(?:xterm|rxvt|linux|cygwin|putty|konsole|vte|gnome|mlterm|tmux|console|teraterm)/i, "16"],
  [/color/i, "16"],
];
