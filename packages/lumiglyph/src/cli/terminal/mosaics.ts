import type { Charset, MosaicCharset } from "@lumiglyph/contract";
import type { Environment } from "../streams.ts";

/** A terminal, and the first versions that draw all cells of a mosaic themselves, whatever their font has; null for none. */
type Since = { readonly name: string; readonly sextants: string | null; readonly octants: string | null };

/**
 * By the names that terminals report: `kitty(0.42.1)`, `VTE(8000)`, `XTerm(379)`. Versions come
 * from their sources. Octants count only with U+1CEA0, U+1CEA3, U+1CEA8 and U+1CEAB, the single
 * corners: kitty drew the others from 0.40 on, foot from 1.20 on.
 */
export const SINCE: readonly Since[] = [
  { name: "kitty", sextants: "0.20", octants: "0.47" },
  { name: "ghostty", sextants: "1.0", octants: "1.2" },
  { name: "foot", sextants: "1.7", octants: null },
  { name: "WezTerm", sextants: "20210814", octants: "20250223" },
  { name: "VTE", sextants: "6000", octants: "7800" },
  { name: "Konsole", sextants: "22.04", octants: null },
  { name: "contour", sextants: "0.3", octants: null },
  { name: "iTerm2", sextants: "3.7", octants: null },
  { name: "XTerm", sextants: null, octants: null },
];

/** Whether a terminal of this name draws a charset; null if unknown. */
export const draws = (name: string | null, charset: Charset): boolean | null => {
  if (charset !== "sextants" && charset !== "octants") return true;
  const known = SINCE.find((each) => name !== null && new RegExp(`^${each.name}\\b`, "i").test(name));
  if (known === undefined) return null;
  const since = known[charset];
  return since !== null && versionIn(name!.slice(known.name.length)) >= versionIn(since);
};

/** The first two numbers of a version as one comparable number: 1.20 is newer than 1.7. */
const versionIn = (text: string): number => {
  const [, major = "0", minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return Number(major) + Number(minor) / 1000;
};

/**
 * The finest mosaic that a terminal is known to draw, by its reported name or else its environment.
 * Defaults to quadrants: they are Block Elements, which most fonts have.
 */
export const finestMosaic = (name: string | null, env: Environment): MosaicCharset => {
  // console fonts have 256 or 512 characters, including those of code page 437
  if (env["TERM"] === "linux") return "halves";
  const known = name ?? nameByEnvironment(env);
  return FINE.find((charset) => draws(known, charset) === true) ?? "quadrants";
};

const FINE = ["octants", "sextants"] as const;

/**
 * The name and version of a terminal that did not answer, in the form of an answer; null if
 * unknown.
 */
const nameByEnvironment = (env: Environment): string | null => {
  // inside these, variables of the surrounding terminal remain set
  if (env["TMUX"] !== undefined || env["STY"] !== undefined || env["ZELLIJ"] !== undefined) return null;
  const term = env["TERM"] ?? "";
  const program = env["TERM_PROGRAM"];
  const byProgram =
    program && `${program === "iTerm.app" ? "iTerm2" : program} ${env["TERM_PROGRAM_VERSION"] ?? ""}`.trim();
  if (byProgram && term.includes(program.toLowerCase())) return byProgram;
  if (!SHARED.test(term)) return OLDEST.get(term) ?? null;
  const names = [
    byProgram,
    env["XTERM_VERSION"],
    env["VTE_VERSION"] && `VTE(${env["VTE_VERSION"]})`,
    env["KONSOLE_VERSION"]?.replace(/^(\d\d)(\d\d)(\d\d)$/, "Konsole $1.$2.$3"),
  ].filter(Boolean);
  // a terminal started from another has the variables of both
  return names.length === 1 ? names[0]! : null;
};

/** A TERM that several terminals share, or none, as on Windows. */
const SHARED = /^(?:|xterm|xterm-(?:\w*color|direct)|(?:vte|gnome|konsole)(?:-.*)?)$/;

/**
 * Terminals with their own TERM, which has no version: the oldest release that draws sextants, from
 * 2021, or for ghostty its first.
 */
const OLDEST: ReadonlyMap<string, string> = new Map([
  ["xterm-kitty", "kitty(0.20.0)"],
  ["xterm-ghostty", "ghostty 1.0.0"],
  ["foot", "foot(1.7.0)"],
  ["foot-extra", "foot(1.7.0)"],
]);
