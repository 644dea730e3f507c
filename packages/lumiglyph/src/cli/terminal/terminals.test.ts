import { expect, test } from "vitest";
import { colorsByEnvironment } from "./terminals.ts";

test.each([
  ["xterm-256color", "truecolor", {}, "truecolor"],
  ["xterm-256color", "24bit", {}, "truecolor"],
  ["xterm-256color", undefined, {}, "256"],
  ["xterm", undefined, {}, "16"],
  ["xterm-direct", undefined, {}, "truecolor"],
  ["alacritty", undefined, {}, "truecolor"],
  ["foot", undefined, {}, "truecolor"],
  ["foot-extra", undefined, {}, "truecolor"],
  ["wezterm", undefined, {}, "truecolor"],
  ["xterm-ghostty", undefined, {}, "truecolor"],
  ["xterm-kitty", undefined, {}, "truecolor"],
  ["konsole-256color", undefined, {}, "truecolor"],
  ["xterm-256color", undefined, { KONSOLE_VERSION: "240801" }, "truecolor"],
  ["st-256color", undefined, {}, "truecolor"],
  ["tmux-256color", undefined, { TMUX: "/tmp/tmux-0/default,1,0" }, "256"],
  ["tmux-256color", "truecolor", { TMUX: "/tmp/tmux-0/default,1,0" }, "truecolor"],
  ["screen-256color", undefined, { TMUX: "/tmp/tmux-0/default,1,0" }, "256"],
  ["screen-256color", "truecolor", { STY: "1.pts-0" }, "256"],
  ["screen", "truecolor", { STY: "1.pts-0" }, "8"],
  ["rxvt-unicode-256color", undefined, {}, "256"],
  ["xterm-256color", undefined, { WT_SESSION: "0b4c" }, "truecolor"],
  ["xterm-256color", undefined, { TERM_PROGRAM: "vscode" }, "truecolor"],
  ["xterm-256color", undefined, { TERM_PROGRAM: "Apple_Terminal" }, "256"],
  ["xterm-256color", undefined, { TERM_PROGRAM: "iTerm.app" }, "truecolor"],
  ["xterm-256color", undefined, { VTE_VERSION: "7600" }, "truecolor"],
  ["linux", undefined, {}, "16"],
  ["vt220", undefined, {}, "none"],
  ["dumb", "truecolor", {}, "none"],
] as const)("TERM=%s COLORTERM=%s %j has %s", (term, colorterm, more, colors) => {
  const env = { TERM: term, ...(colorterm && { COLORTERM: colorterm }), ...more };
  expect(colorsByEnvironment(env, "linux")).toBe(colors);
});

test("the user's choice overrides the terminal's, and FORCE_COLOR overrides NO_COLOR", () => {
  const terminal = { TERM: "xterm-256color", COLORTERM: "truecolor" };
  expect(colorsByEnvironment({ ...terminal, NO_COLOR: "1" })).toBe("none");
  expect(colorsByEnvironment({ ...terminal, NO_COLOR: "" })).toBe("truecolor");
  for (const [force, colors] of [
    ["0", "none"],
    ["1", "16"],
    ["true", "16"],
    ["", "16"],
    ["2", "256"],
    ["3", "truecolor"],
  ] as const) {
    expect(colorsByEnvironment({ TERM: "dumb", NO_COLOR: "1", FORCE_COLOR: force })).toBe(colors);
  }
});

test("without TERM there are colors on Windows only", () => {
  expect([colorsByEnvironment({}, "win32"), colorsByEnvironment({}, "linux")]).toEqual(["truecolor", "none"]);
});
