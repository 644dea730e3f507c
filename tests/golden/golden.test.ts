import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { deflateSync } from "node:zlib";
import { completeParams, DEFAULT_PARAMS, INPUT_FORMAT_NAMES, PARAM_NAMES, PARAMS, type ParamName, paramRow, type RenderParams } from "@lumiglyph/contract";
import { type DecodeLimits, decodeImage } from "@lumiglyph/decode/node";
import { loadFont, renderWith } from "@lumiglyph/engine";
import { paintPng } from "@lumiglyph/engine/paint/png";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { bakedAtlas } from "../studio/painters/baked-atlas.ts";
import { optionsWith, paramsWith } from "../support/params.ts";
import { CASES, type Case } from "./cases.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures");
const LIMITS: DecodeLimits = { formats: INPUT_FORMAT_NAMES, maxPixels: 4_000_000, maxSide: 4_000 };

/** `UPDATE_GOLDEN=1 npx vitest run tests/golden` writes the files instead of comparing them. */
const updating = process.env["UPDATE_GOLDEN"] === "1";

/** Text, or the pixels of a PNG: how they are compressed may differ. */
const draw = async ({ picture, given }: Case): Promise<string | Uint8Array> => {
  const options = optionsWith(given);
  const bytes = readFileSync(join(FIXTURES, `${picture}.png`));
  const { columns, font } = completeParams(options);
  await loadFont(font);
  const { raster, source } = await decodeImage(bytes, LIMITS, { columns });
  return renderWith(raster, options, { source }, (result) => paintPng(result, bakedAtlas(), deflateSync)).body;
};

const goldenFile = (file: string): string => join(import.meta.dirname, file);

const write = (file: string, body: string | Uint8Array): void => {
  mkdirSync(dirname(goldenFile(file)), { recursive: true });
  writeFileSync(goldenFile(file), body);
};

const pixelsOf = (png: Uint8Array) => sharp(png).raw().toBuffer({ resolveWithObject: true });

/** Files in the image folders; this folder itself holds only code. */
const keptFiles = (): string[] =>
  globSync("*/**", { cwd: import.meta.dirname, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(import.meta.dirname.length + 1))
    .map((path) => path.split(sep).join("/"))
    .toSorted();

describe("renders as before:", () => {
  for (const one of CASES) {
    test(one.file, async () => {
      const body = await draw(one);
      if (updating) write(one.file, body);
      const file = readFileSync(goldenFile(one.file));
      // the difference of two large files takes minutes to compute: UPDATE_GOLDEN=1 and git show it
      if (typeof body === "string") expect(body === file.toString()).toBe(true);
      else expect(await pixelsOf(body)).toEqual(await pixelsOf(file));
    });
  }
});

test("every golden file belongs to a case", () => {
  const expected = CASES.map(({ file }) => file).toSorted();
  const stray = keptFiles().filter((file) => !expected.includes(file));
  if (updating) for (const file of stray) rmSync(goldenFile(file));
  expect(updating ? keptFiles() : stray).toEqual(updating ? expected : []);
});

test("no two cases share a file", () => {
  expect(new Set(CASES.map(({ file }) => file)).size).toBe(CASES.length);
});

test("every choice of every parameter has a case, and every other parameter one with a non-default value", () => {
  const seen = (name: ParamName, value: RenderParams[ParamName]) =>
    CASES.some(({ given }) => paramsWith(given)[name] === value);
  const changed = (name: ParamName) => CASES.some(({ given }) => paramsWith(given)[name] !== DEFAULT_PARAMS[name]);
  const missing = PARAM_NAMES.flatMap((name) => {
    const row = paramRow(name);
    if (row.kind !== "choice") return changed(name) ? [] : [name];
    return row.values
      .filter((value) => !seen(name, value as RenderParams[typeof name]))
      .map((value) => `${name}=${value}`);
  });
  expect(missing).toEqual([]);
});

test("every target is met in one golden file and missed in another", () => {
  const found = CASES.filter(({ given }) => given.format === "json").map(({ file }) => {
    const { target, status } = JSON.parse(readFileSync(goldenFile(file), "utf8")).quality;
    return `${target} ${status}`;
  });
  const expected = PARAMS.qualityTarget.values.flatMap((target) => [`${target} target_met`, `${target} best_effort`]);
  expect(expected.filter((one) => !found.includes(one))).toEqual([]);
});
