import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { emptyFolder, fixture, inTerminal, LUMIGLYPH, linesOf, piped } from "./support/lumiglyph.ts";

// a busy machine is slow to start a process
vi.setConfig({ testTimeout: 60_000 });

const KOI = fixture("koi.png");
const SPRITE = fixture("sprite.png");
const TRUECOLOR = { COLORTERM: "truecolor" };

/** The terminal's content after the command has ended. */
const shown = async (words: readonly string[], terminal: Parameters<typeof inTerminal>[1]) =>
  (await inTerminal(words, terminal).ended).out;

test("fits the art to the width of the terminal", async () => {
  const lines = linesOf(await shown([fixture("charts/wide.png")], { columns: 72, rows: 40 }));
  expect(new Set(lines.map((line) => line.length))).toEqual(new Set([72]));
});

test("and to its height, with a row left for the prompt", async () => {
  const lines = linesOf(await shown([KOI], { columns: 120, rows: 25 }));
  expect(lines.length).toBe(24);
  expect(lines[0]!.length).toBeLessThan(120);
});

test("fitted art equals art of that many columns, byte for byte", async () => {
  const photo = fixture("formats/baseline.jpg");
  const lines = linesOf(await shown([photo], { columns: 90, rows: 20, env: { NO_COLOR: "1" } }));
  const { out } = await piped([photo, "--columns", String(lines[0]!.length)]).ended;
  expect(`${lines.join("\n")}\n`).toBe(out);
});

test("--columns overrides the size of the terminal", async () => {
  expect(linesOf(await shown([KOI, "--columns", "130"], { columns: 60 }))[0]).toHaveLength(130);
});

test.each([
  [TRUECOLOR, "[34]8;2;\\d+;\\d+;\\d+"],
  [{}, "[34]8;5;\\d+"],
  [{ TERM: "linux" }, "(?:[349]|10)[0-7]"],
] as const)("%j uses %s colors and no other sequences", async (env, kind) => {
  const art = await shown([SPRITE], { env });
  // a letter's color and its background's
  const colors = `${kind}(?:;${kind})?`;
  expect(art).toMatch(new RegExp(`\x1b\\[${kind};${kind}m`));
  expect(art.replaceAll(new RegExp(`\x1b\\[(?:0|${colors})m`, "g"), "")).not.toContain("\x1b");
});

test.each([[{ ...TRUECOLOR, NO_COLOR: "1" }], [{ TERM: "dumb" }]])("%j shows plain text", async (env) => {
  expect(await shown([SPRITE], { env })).not.toContain("\x1b");
});

test("--no-color is plain in a terminal, --color is colored in a pipe", async () => {
  expect(await shown([SPRITE, "--no-color"], { env: TRUECOLOR })).not.toContain("\x1b");
  expect((await piped([SPRITE, "--color"]).ended).out).toContain("\x1b[38;2;");
  expect((await piped([SPRITE]).ended).out).not.toContain("\x1b");
});

test.each([
  [{ TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.3.1" }, "octants"],
  [{ KONSOLE_VERSION: "240801" }, "sextants"],
  [{}, "quadrants"],
  [{ NO_COLOR: "1" }, "quadrants"],
] as const)("--blocks with %j draws %s", async (more, charset) => {
  const env = { ...TRUECOLOR, ...more };
  expect(await shown([SPRITE, "--blocks"], { env })).toBe(await shown([SPRITE, "--charset", charset], { env }));
});

test("--blocks draws quadrants in a pipe and in text files, octants in html, svg and png", async () => {
  const folder = emptyFolder();
  const drawn = async (kind: string, ...words: string[]): Promise<Buffer> => {
    await piped([SPRITE, "--columns", "20", ...words, "--out", join(folder, `art.${kind}`)]).ended;
    return readFileSync(join(folder, `art.${kind}`));
  };
  for (const [kind, charset] of [
    ["txt", "quadrants"],
    ["ans", "quadrants"],
    ["json", "quadrants"],
    ["html", "octants"],
    ["svg", "octants"],
    ["png", "octants"],
  ] as const)
    expect(await drawn(kind, "--blocks"), kind).toEqual(await drawn(kind, "--charset", charset));
  const { out } = await piped([SPRITE, "--blocks"]).ended;
  expect(out).toBe((await piped([SPRITE, "--charset", "quadrants"]).ended).out);
});

test("FORCE_COLOR sets the color depth in a pipe", async () => {
  expect((await piped([SPRITE], { FORCE_COLOR: "2" }).ended).out).toContain("\x1b[38;5;");
});

test("prints names above several images", async () => {
  const lines = linesOf(await shown([KOI, SPRITE], { env: { NO_COLOR: "1" } }));
  expect(lines[0]).toBe(KOI);
  expect(lines).toContain(SPRITE);
});

test("prints a requested format byte for byte, without fitting it", async () => {
  const art = await shown([KOI, "--format", "json-compact"], { columns: 40 });
  expect(JSON.parse(art)).toMatchObject({ format: "json-compact", columns: 120 });
});

test("reports a missing image at once if nothing is piped in", async () => {
  const { code, out } = await inTerminal([]).ended;
  expect(code).toBe(2);
  expect(out).toContain("Name a picture: lumiglyph photo.jpg");
});

test("help has bold headings in a terminal and fits 80 columns", async () => {
  const page = await shown(["--help"], { columns: 80 });
  expect(page).toContain("\x1b[1mExamples\x1b[0m");
  for (const line of linesOf(page)) expect(line.length).toBeLessThanOrEqual(80);
});

test("prints the help without loading the engine or the service", () => {
  const watcher = `import { registerHooks } from "node:module";
    const load = (url, context, next) => {
      if (/packages\\/(engine|decode)|apps\\/service|sharp/.test(url)) throw new Error(url);
      return next(url, context);
    };
    registerHooks({ load });`;
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(watcher)}`];
  const ask = (...words: string[]) =>
    spawnSync(LUMIGLYPH[0], [...flags, ...LUMIGLYPH.slice(1), ...words], { encoding: "utf8" });
  expect(ask("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("Usage: lumiglyph") });
  expect(ask("__complete", "--co").stdout).toContain("--columns");
  expect(ask(KOI).stderr).toMatch(/packages\/(engine|decode)/);
});
