import { expect, test } from "vitest";
import { usualFont } from "./usual-font.ts";

test.each([
  [{ WT_SESSION: "1", TERM: "xterm-256color" }, "win32", "cascadia"],
  [{ WT_SESSION: "1", TERM: "xterm-256color" }, "linux", "cascadia"],
  [{ TERM_PROGRAM: "Apple_Terminal", TERM: "xterm-256color" }, "darwin", "dejavu"],
  [{ TERM_PROGRAM: "WezTerm" }, "linux", "jetbrains"],
  [{ TERM: "xterm-ghostty" }, "linux", "jetbrains"],
  [{ TERM_PROGRAM: "vscode" }, "win32", "inconsolata"],
  [{ TERM_PROGRAM: "vscode" }, "linux", "noto"],
  [{ KONSOLE_VERSION: "240801", TERM: "xterm-256color" }, "linux", "hack"],
  [{ TERM: "alacritty" }, "darwin", "dejavu"],
  [{ TERM: "xterm-kitty" }, "win32", "inconsolata"],
  [{ TERM: "foot" }, "freebsd", "any"],
  [{ TERM: "xterm-256color" }, "linux", "any"],
  [{ TERM_PROGRAM: "tmux", TERM: "tmux-256color" }, "linux", "any"],
  [{ TERM_PROGRAM: "constructor" }, "linux", "any"],
  [{}, "linux", "any"],
] as const)("a terminal with %j on %s usually shows %s", (env, platform, font) => {
  expect(usualFont(env, platform)).toBe(font);
});
