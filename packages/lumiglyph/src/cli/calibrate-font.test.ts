import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { programPath } from "../../../../tests/support/programs.ts";
import { readCommand } from "./read-command.ts";
import { run } from "./run.ts";

const FONT = programPath("DejaVuSansMono.ttf");
const PICTURE = join(import.meta.dirname, "../../../../fixtures/formats/baseline.jpg");

const folder = mkdtempSync(join(tmpdir(), "lumiglyph-calibrate-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command line; returns its exit code and what it wrote. */
const lumiglyph = async (...words: string[]) => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const status = await run(words, { stdin, stdout, stderr, env: {} });
  stdout.end();
  stderr.end();
  return { status, stdout: await text(stdout), stderr: await text(stderr) };
};

test("measures a font, and draws with its profile", async () => {
  const profile = join(folder, "dejavu.json");
  expect(await lumiglyph("calibrate", FONT, "--out", profile)).toEqual({
    status: 0,
    stdout: `${profile}: use it with lumiglyph photo.jpg --font-profile ${profile}\n`,
    stderr: "",
  });
  const drawn = await lumiglyph(PICTURE, "-c", "40", "-f", "html", "--font-profile", profile);
  expect(drawn.stdout).toContain('"DejaVu Sans Mono", "DejaVu Sans Mono", Menlo');
  const { quality } = JSON.parse(
    (await lumiglyph(PICTURE, "-c", "40", "-f", "json", "--font-profile", profile)).stdout,
  );
  expect(quality.font).toBe(JSON.parse(readFileSync(profile, "utf8")).id);
});

test("draws for a font by its name", async () => {
  const drawn = await lumiglyph(PICTURE, "-c", "40", "--font", "cascadia");
  expect(drawn.status).toBe(0);
  expect(drawn.stdout).not.toBe((await lumiglyph(PICTURE, "-c", "40")).stdout);
});

test("reports an invalid font or profile", async () => {
  const broken = join(folder, "broken.ttf");
  writeFileSync(broken, readFileSync(FONT).subarray(0, 3000));
  expect(await lumiglyph("calibrate", broken)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("broken.ttf: The font"),
  });
  expect((await lumiglyph("calibrate", "nowhere.ttf")).stderr).toBe("lumiglyph: nowhere.ttf: there is no such file.\n");
  expect((await lumiglyph(PICTURE, "--font-profile", PICTURE)).stderr).toContain(
    "baseline.jpg: This is not a font profile.",
  );
  expect((await lumiglyph(PICTURE, "--font-profile", "nowhere.json")).stderr).toContain("there is no such file");
});

test.each([
  [["calibrate"], "Name one font: lumiglyph calibrate MyFont.ttf"],
  [["calibrate", "a.ttf", "b.ttf"], "Name one font"],
  [["calibrate", "a.ttf", "--size", "huge"], "`--size` takes a number from 6 to 64."],
  [["calibrate", "a.ttf", "--line-height", "9"], "`--line-height` takes a number from 0.8 to 3."],
  [["calibrate", "a.json"], "a.json is the font. Name another place with --out."],
  [["a.png", "--font", "cascadia", "--font-profile", "b.json"], "exclude each other"],
])("refuses %j", async (words, sentence) => {
  expect(() => readCommand(words)).toThrow(sentence);
});

test("names the profile after the font", () => {
  expect(readCommand(["calibrate", "fonts/My.Font.ttf", "--size=15", "--line-height", "1.2"])).toEqual({
    kind: "calibrate",
    font: "fonts/My.Font.ttf",
    out: "My.Font.json",
    size: 15,
    lineHeight: 1.2,
  });
});
