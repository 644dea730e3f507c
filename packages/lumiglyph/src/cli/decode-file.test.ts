import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompactArt } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const PICTURE = join(ROOT, "fixtures/formats/baseline.jpg");
const MAIN = ["--conditions=@lumiglyph/source", join(import.meta.dirname, "./main.ts")];

const lumiglyph = (...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...MAIN, ...words], { encoding: "utf8" });
  return { status, stdout, stderr };
};

let folder = "";
const file = (name: string): string => join(folder, name);
const raster = async (name: string) => (await decodeImage(readFileSync(file(name)), NO_LIMITS, { columns: 8 })).raster;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lumiglyph-decode-"));
  for (const format of ["text", "json", "json-compact", "html"]) {
    writeFileSync(file(format), lumiglyph(PICTURE, "--columns", "40", "--format", format).stdout);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How much redder than blue a color is. */
const warmth = ([red, , blue]: ArrayLike<number> & Iterable<number>): number => red! - blue!;

describe("lumiglyph decode", () => {
  for (const format of ["text", "json", "json-compact"]) {
    test(`turns ${format} back into an image, in proportion, without output`, async () => {
      const result = lumiglyph("decode", file(format), "--out", file(`${format}.png`), "--scale", "4");
      expect(result).toEqual({ status: 0, stdout: "", stderr: "" });
      expect(await raster(`${format}.png`)).toMatchObject({ width: 160, height: 120 });
    });
  }

  test("returns a pixel per cell: as bright as without colors, in each cell's hue", async () => {
    const art = JSON.parse(readFileSync(file("json-compact"), "utf8")) as CompactArt;
    writeFileSync(file("plain.txt"), art.text);
    expect(lumiglyph("decode", file("json-compact"), "--out", file("cells.png"), "--cells").status).toBe(0);
    expect(
      lumiglyph("decode", file("plain.txt"), "--charset", "detailed", "--out", file("gray.png"), "--cells").status,
    ).toBe(0);
    const [colored, gray] = [await raster("cells.png"), await raster("gray.png")];
    expect({ width: colored.width, height: colored.height }).toEqual({ width: 40, height: 15 });
    const chroma = Buffer.from(art.chroma.data, "base64");
    const hues = Array.from({ length: 600 }, (_, cell) => {
      const [wanted, got] = [chroma.subarray(3 * cell, 3 * cell + 3), colored.data.subarray(4 * cell, 4 * cell + 3)];
      return { wanted: warmth(wanted), got: warmth(got), byte: Math.max(...got), gray: gray.data[4 * cell]! };
    });
    for (const { gray: light, byte } of hues) expect(byte).toBeGreaterThanOrEqual(light);
    const clear = hues.filter(({ wanted, byte }) => Math.abs(wanted) > 20 && byte > 60);
    expect(clear.length).toBeGreaterThan(100);
    for (const { wanted, got } of clear) expect(Math.sign(got)).toBe(Math.sign(wanted));
  });

  test("exits with 1 and a reason if the art cannot be decoded", () => {
    for (const [art, sentence] of [
      [file("html"), "This is HTML. Only json, json-compact and plain text can be decoded."],
      [PICTURE, "This is a picture, not art. To draw it, leave out the word decode."],
    ] as const) {
      const { status, stderr } = lumiglyph("decode", art, "--out", file("none.png"));
      expect({ status, stderr }).toEqual({ status: 1, stderr: `lumiglyph: ${sentence}\n` });
    }
  });

  test("exits with 1 if the image would be too large, and names the scale that fits", () => {
    writeFileSync(file("tall.txt"), `${".".repeat(400)}\n`.repeat(600));
    const { status, stderr } = lumiglyph("decode", file("tall.txt"), "--out", file("none.png"));
    expect(status).toBe(1);
    expect(stderr).toBe(
      "lumiglyph: The picture would be 3200 × 9600 pixels, more than 16000000. The largest `--scale` that fits is 5.\n",
    );
  });

  test("exits with 1 if the art is not UTF-8", () => {
    writeFileSync(file("latin.txt"), Buffer.from([0x23, 0xe9, 0x23]));
    const { status, stderr } = lumiglyph("decode", file("latin.txt"), "--out", file("none.png"));
    expect({ status, stderr }).toEqual({ status: 1, stderr: "lumiglyph: The art is not UTF-8 text.\n" });
  });

  test("exits with 1 for a missing file or folder, and with 2 for a wrong flag", () => {
    const absent = lumiglyph("decode", file("nothing.json"), "--out", file("none.png"));
    expect(absent).toMatchObject({ status: 1, stderr: expect.stringContaining("there is no such file") });
    const nowhere = lumiglyph("decode", file("json"), "--out", file("nowhere/none.png"));
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining("there is no such folder") });
    expect(lumiglyph("decode", file("json"))).toMatchObject({ status: 2 });
  });

  test("has its own help with every flag", () => {
    const { stdout } = lumiglyph("decode", "--help");
    for (const word of ["decode ART", "--out", "--scale", "--cells", "--charset", "--light", "--invert", "--dither"]) {
      expect(stdout).toContain(word);
    }
  });
});
