import { readdirSync } from "node:fs";
import { completeParams, INPUT_FORMAT_NAMES, PARAMS, TEXT_FORMATS, type TextFormat } from "@lumiglyph/contract";
import { decodeImage } from "@lumiglyph/decode/node";
import { render as drawRaster, loadKernels } from "@lumiglyph/engine";
import { createRenderer } from "@lumiglyph/service";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { optionsWith } from "../support/params.ts";
import { type Case, nameOf } from "./cases.ts";
import { openWorkerPage, readFixture, type WorkerPage } from "./studio-browser.ts";
import { STUDIO_CASES } from "./studio-cases.ts";

const FORMATS = TEXT_FORMATS;
const LIMITS = { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 };
const never = new AbortController().signal;

const CASES = STUDIO_CASES.filter((_, at) => inject("allCases") || at % 5 === 0);

/** Each case in each format. */
type Bodies = readonly (readonly string[])[];

let page: WorkerPage;
let service: Bodies;
let studio: Bodies;

/**
 * One format of each case comes from the service's own renderer, the others from the engine with
 * the same raster.
 */
const drawInNode = async (): Promise<Bodies> => {
  const render = createRenderer(() => performance.now());
  const kernels = await loadKernels(WebAssembly);
  const draw = async ({ picture, given }: Case): Promise<readonly string[]> => {
    const bytes = readFixture(picture);
    const options = optionsWith(given);
    const wanted = completeParams(options);
    const { raster, source } = await decodeImage(bytes, LIMITS, { columns: wanted.columns });
    const written = (format: TextFormat) => drawRaster(raster, { ...options, format }, { source, kernels }).body;
    const { body } = await render({ bytes, options, limits: LIMITS }, never);
    return FORMATS.map((format) => (format === wanted.format ? `${body}` : written(format)));
  };
  const bodies: (readonly string[])[] = [];
  for (const one of CASES) bodies.push(await draw(one));
  return bodies;
};

beforeAll(async () => {
  page = await openWorkerPage(new URL("./studio-bytes-page.ts", import.meta.url));
  [studio, service] = await Promise.all([page.call<Bodies>("encodeAll", CASES), drawInNode()]);
}, 180_000);
afterAll(() => page?.close());

describe("the studio and the service produce the same bytes from the same file, in all six formats:", () => {
  CASES.forEach((one, index) => {
    test(nameOf(one), () => {
      const differing = FORMATS.filter((_, format) => studio[index]?.[format] !== service[index]?.[format]);
      expect(differing).toEqual([]);
      expect(studio[index]?.map((body) => body.length > 0)).toEqual(FORMATS.map(() => true));
    });
  });
});

describe("the cases", () => {
  test("are at least sixty, and no two look alike", () => {
    expect(STUDIO_CASES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(studio.map((bodies) => bodies.join())).size).toBe(CASES.length);
  });

  test.each(["charset", "format", "qualityTarget"] as const)("have every choice of %s", (name) => {
    const given = new Set(STUDIO_CASES.map((one) => one.given[name]));
    const values = name === "format" ? FORMATS : PARAMS[name].values;
    expect(values.filter((value) => !given.has(value as never))).toEqual([]);
  });
});

/** PNGs without color conversion: display-p3.png has a profile of another color space. */
const EXACT = ["", "charts/", "formats/"].flatMap((folder) =>
  readdirSync(new URL(`../../fixtures/${folder}`, import.meta.url))
    .filter((name) => name.endsWith(".png") && name !== "display-p3.png")
    .map((name) => `${folder}${name}`),
);

test.each(EXACT)("the browser decodes %s to the service's pixels", async (name) => {
  const { raster } = await decodeImage(readFixture(name), LIMITS, { columns: 80 });
  expect(await page.call("decode", name)).toEqual({
    size: `${raster.width} × ${raster.height}`,
    pixels: Buffer.from(raster.data).toString("base64"),
  });
});

test.each([
  ["formats/display-p3.png", 1],
  ["formats/picture.avif", 1],
  ["formats/exif-3.jpg", 0],
  ["formats/exif-6.jpg", 0],
  ["formats/animated.webp", 0],
  ["formats/animated.gif", 0],
])("the browser decodes %s upright and in sRGB, each byte within %i", async (name, most) => {
  const { raster } = await decodeImage(readFixture(name), LIMITS, { columns: 80 });
  const decoded = await page.call<{ size: string; pixels: string }>("decode", name);
  const pixels = Buffer.from(decoded.pixels, "base64");
  expect(decoded.size).toBe(`${raster.width} × ${raster.height}`);
  expect(pixels.reduce((far, value, at) => Math.max(far, Math.abs(value - raster.data[at]!)), 0)).toBe(most);
});

test.each([
  ["corrupt-scan.jpg", "image_unreadable"],
  ["truncated.jpg", "image_unreadable"],
  ["truncated.png", "image_unreadable"],
  ["zero-width.png", "image_unreadable"],
  ["jpeg-of-html.jpg", "image_unreadable"],
  ["document.pdf", "image_format_unsupported"],
  ["picture.bmp", "image_format_unsupported"],
  ["vector.svg", "image_format_unsupported"],
  ["empty.bin", "image_format_unsupported"],
])("%s is refused as %s", async (name, code) => {
  expect(await page.call("decode", `bad/${name}`)).toBe(code);
});

test("the browser reports no errors under the service's own policies", () => {
  expect(page.consoleErrors).toEqual([]);
});
