import type { FontName } from "@lumiglyph/contract";
import type { Environment } from "../streams.ts";

/**
 * The profile of a terminal's default font, by the name that the terminal reports. `any` for an
 * unknown terminal, or one that uses the desktop's font.
 */
export const usualFont = (env: Environment, platform: NodeJS.Platform = process.platform): FontName => {
  if (env["WT_SESSION"] !== undefined) return "cascadia";
  const byProgram = env["TERM_PROGRAM"] === "vscode" ? VSCODE[platform] : PROGRAMS.get(env["TERM_PROGRAM"] ?? "");
  if (byProgram !== undefined) return byProgram;
  if (env["KONSOLE_VERSION"] !== undefined) return "hack";
  const term = env["TERM"] ?? "";
  if (term === "xterm-ghostty") return "jetbrains";
  return SYSTEM_FONT.test(term) ? (MONOSPACE[platform] ?? "any") : "any";
};

const PROGRAMS: ReadonlyMap<string, FontName> = new Map([
  // Menlo or SF Mono; Menlo derives from DejaVu's parent, Bitstream Vera
  ["Apple_Terminal", "dejavu"],
  ["iTerm.app", "dejavu"],
  // both include JetBrains Mono
  ["WezTerm", "jetbrains"],
  ["ghostty", "jetbrains"],
]);

/** Terminals that use the system's monospaced font. */
const SYSTEM_FONT = /^(?:alacritty|xterm-kitty|foot)/;

/** Menlo, Consolas (the model for Inconsolata), and fontconfig's "monospace". */
const MONOSPACE: { readonly [Platform in NodeJS.Platform]?: FontName } = {
  darwin: "dejavu",
  win32: "inconsolata",
  linux: "dejavu",
};

/** Menlo, Consolas, and Droid Sans Mono, Noto's parent. */
const VSCODE: { readonly [Platform in NodeJS.Platform]?: FontName } = {
  darwin: "dejavu",
  win32: "inconsolata",
  linux: "noto",
};
