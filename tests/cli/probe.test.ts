import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { fixture, inTerminal, linesOf, piped } from "./support/lumiglyph.ts";

// a busy machine is slow to start a process
vi.setConfig({ testTimeout: 60_000 });

const SPRITE = fixture("sprite.png");

/** The last question, which every terminal answers. */
const LAST = "\x1b[c";

const ANSWERS = {
  name: "\x1bP>|Test(1.0)\x1b\\",
  cell: "\x1b[6;20;16t",
  white: "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
  truecolor: "\x1bP1$r0;48:2::1:2:3m\x1b\\",
  end: "\x1b[?62;22c",
};

/**
 * The terminal's output after these answers to the questions. Without a delay the answers are in
 * its buffer before the questions: a busy machine may need longer to bring them than the command
 * waits.
 */
const shownTo = async (words: readonly string[], answers: string, late?: number): Promise<string> => {
  const running = inTerminal(words, { isAsked: true, columns: 80, rows: 24 });
  if (late === undefined) running.child.stdin.write(answers);
  await running.says(LAST);
  if (late !== undefined) {
    await sleep(late);
    running.child.stdin.write(answers);
  }
  const { out, code } = await running.ended;
  expect(code).toBe(0);
  return out.slice(out.indexOf(LAST) + LAST.length);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an answer starts with
const ESCAPED = /\x1b|rgb|Test|62;22c/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what an SGR sequence starts with
const withoutColors = (shown: string): string => shown.replaceAll(/\x1b\[[0-9;]*m/g, "");

test("a terminal that never answers gets its art, and nothing else", async () => {
  const shown = await shownTo([SPRITE], "");
  expect(linesOf(shown)).toHaveLength(23);
  expect(withoutColors(shown)).not.toContain("\x1b");
});

test("an answer is not shown, and neither is a late one", async () => {
  for (const late of [0, 200]) {
    const shown = await shownTo([SPRITE, "--columns", "20"], Object.values(ANSWERS).join(""), late);
    expect(withoutColors(shown)).not.toMatch(ESCAPED);
  }
});

test("cell shape, background and colors are those of the terminal", async () => {
  const { cell, white, truecolor, end } = ANSWERS;
  const narrow = linesOf(await shownTo([SPRITE, "--columns", "40", "--no-color"], end));
  const wide = linesOf(await shownTo([SPRITE, "--columns", "40", "--no-color"], `${cell}${end}`));
  expect(wide.length / narrow.length).toBeCloseTo(0.8 / 0.5, 1);
  expect(await shownTo([SPRITE], end)).toContain("\x1b[38;5;");
  expect(await shownTo([SPRITE], `${truecolor}${end}`)).toContain("\x1b[38;2;");
  const paper = linesOf(await shownTo([SPRITE, "--columns", "40", "--no-color"], `${white}${end}`));
  const { out } = await piped([SPRITE, "--columns", "40", "--background", "light"]).ended;
  expect(`${paper.join("\n")}\n`).toBe(out);
});

test("prints a hint for a mosaic that the terminal leaves to its font", async () => {
  const answers = `\x1bP>|XTerm(379)\x1b\\${ANSWERS.end}`;
  expect(await shownTo([SPRITE, "--charset", "octants"], answers)).toContain(
    "XTerm(379) does not draw octants itself. If you see gaps or boxes, try --charset quadrants.",
  );
});

test("--blocks uses a mosaic that the terminal supports, without a hint", async () => {
  const [kitty, xterm] = ["kitty(0.47.1)", "XTerm(379)"].map((name) => `\x1bP>|${name}\x1b\\${ANSWERS.end}`);
  expect(await shownTo([SPRITE, "--blocks"], kitty!)).toBe(await shownTo([SPRITE, "--charset", "octants"], kitty!));
  expect(await shownTo([SPRITE, "--blocks"], xterm!)).toBe(await shownTo([SPRITE, "--charset", "quadrants"], xterm!));
});

test("Ctrl+C while it waits for answers ends it, and the terminal echoes again", async () => {
  const running = inTerminal([SPRITE], { isAsked: true });
  await running.says(LAST);
  running.child.stdin.write("\x03");
  const { code, signal } = await running.ended;
  expect([code, signal]).not.toEqual([0, null]);
});

test.each([
  ["a pipe", () => piped([SPRITE])],
  ["a dumb terminal", () => inTerminal([SPRITE], { isAsked: true, env: { TERM: "dumb" } })],
  ["a console", () => inTerminal([SPRITE, "--no-color"], { isAsked: true, env: { TERM: "linux" } })],
  ["a file", () => inTerminal([SPRITE, "--format", "text", "--out", "/dev/null"], { isAsked: true })],
  ["a document", () => inTerminal([SPRITE, "--format", "json"], { isAsked: true })],
  ["--no-probe", () => inTerminal([SPRITE, "--no-color", "--no-probe"], { isAsked: true })],
])("%s is not asked", async (_, run) => {
  expect((await run().ended).out).not.toContain("\x1b");
});
