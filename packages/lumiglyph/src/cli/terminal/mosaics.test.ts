import { expect, test } from "vitest";
import { draws, finestMosaic } from "./mosaics.ts";

test.each([
  ["kitty(0.47.0)", "octants", true],
  ["kitty(0.46.2)", "octants", false],
  ["kitty(0.46.2)", "sextants", true],
  ["foot(1.6.2)", "sextants", false],
  ["foot(1.7.2)", "sextants", true],
  ["foot(1.27.0)", "octants", false],
  ["ghostty 1.2.0", "octants", true],
  ["ghostty 1.1.3", "octants", false],
  ["VTE(7800)", "octants", true],
  ["VTE(6800)", "octants", false],
  ["XTerm(379)", "sextants", false],
  ["XTerm(379)", "quadrants", true],
  ["tmux 3.3a", "octants", null],
  [null, "octants", null],
] as const)("%s draws %s: %s", (name, charset, answer) => {
  expect(draws(name, charset)).toBe(answer);
});

test.each([
  // the terminal's own answer takes precedence
  ["kitty(0.47.1)", {}, "octants"],
  ["kitty(0.42.1)", {}, "sextants"],
  ["ghostty 1.3.1", {}, "octants"],
  ["foot(1.20.2)", {}, "sextants"],
  ["WezTerm 20250301-090000-4ff581a8", {}, "octants"],
  ["WezTerm 20240203-110809-5046fc22", {}, "sextants"],
  ["VTE(7802)", {}, "octants"],
  ["Konsole 24.08.1", {}, "sextants"],
  ["Konsole 21.12.3", {}, "quadrants"],
  ["iTerm2 3.7.0", {}, "sextants"],
  ["iTerm2 3.5.14", {}, "quadrants"],
  ["contour 0.6.3", {}, "sextants"],
  ["XTerm(379)", { TERM: "xterm-256color", VTE_VERSION: "7802" }, "quadrants"],
  ["tmux 3.5a", { TERM: "tmux-256color", TMUX: "/tmp/tmux-0/default,1,0", VTE_VERSION: "7802" }, "quadrants"],
  // otherwise the version in its environment
  [null, { TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.3.1" }, "octants"],
  [null, { TERM: "xterm-256color", TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.1.3" }, "sextants"],
  [
    null,
    { TERM: "xterm-256color", TERM_PROGRAM: "WezTerm", TERM_PROGRAM_VERSION: "20250301-090000-4ff581a8" },
    "octants",
  ],
  [null, { TERM_PROGRAM: "WezTerm", TERM_PROGRAM_VERSION: "20240203-110809-5046fc22" }, "sextants"],
  [null, { TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.7.0" }, "sextants"],
  [null, { TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.6.0" }, "quadrants"],
  [null, { TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }, "quadrants"],
  [null, { TERM: "xterm-256color", VTE_VERSION: "7802" }, "octants"],
  [null, { TERM: "xterm-256color", VTE_VERSION: "6800" }, "sextants"],
  [null, { TERM: "xterm-256color", KONSOLE_VERSION: "240801" }, "sextants"],
  [null, { TERM: "xterm-256color", KONSOLE_VERSION: "211203" }, "quadrants"],
  // a terminal without a version gets sextants if all its versions since 2021 draw them
  [null, { TERM: "xterm-kitty" }, "sextants"],
  [null, { TERM: "xterm-kitty", TERM_PROGRAM: "WezTerm", TERM_PROGRAM_VERSION: "20250301" }, "sextants"],
  [null, { TERM: "xterm-ghostty" }, "sextants"],
  [null, { TERM: "foot" }, "sextants"],
  // variables left over from the surrounding terminal
  [null, { TERM: "xterm-256color", XTERM_VERSION: "XTerm(379)", VTE_VERSION: "7802" }, "quadrants"],
  [
    null,
    { TERM: "xterm-256color", XTERM_VERSION: "XTerm(379)", TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.3.1" },
    "quadrants",
  ],
  [null, { TERM: "alacritty", VTE_VERSION: "7802" }, "quadrants"],
  [null, { TERM: "alacritty", TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.3.1" }, "quadrants"],
  [
    null,
    { TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.3.1", VTE_VERSION: "6800" },
    "octants",
  ],
  [null, { TERM: "xterm-256color", TERM_PROGRAM: "vscode", VTE_VERSION: "7802" }, "quadrants"],
  [null, { TERM: "screen-256color", STY: "1.pts-0", VTE_VERSION: "7802" }, "quadrants"],
  [null, { TERM: "xterm-kitty", ZELLIJ: "0" }, "quadrants"],
  // the font decides
  [null, { TERM: "xterm-256color", XTERM_VERSION: "XTerm(379)" }, "quadrants"],
  [null, { TERM: "xterm-256color", WT_SESSION: "0b4c" }, "quadrants"],
  [null, { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal", TERM_PROGRAM_VERSION: "455" }, "quadrants"],
  [null, { TERM: "xterm-256color" }, "quadrants"],
  [null, {}, "quadrants"],
  [null, { TERM: "linux" }, "halves"],
] as const)("%s in %j draws %s", (name, env, charset) => {
  expect(finestMosaic(name, env)).toBe(charset);
});
