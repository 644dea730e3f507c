import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { draw as drawInBrowser } from "./browser.ts";
import { draw, drawPng, Refusal } from "./index.ts";

const PATH = fileURLToPath(new URL("../../../fixtures/portrait.png", import.meta.url));
const BYTES = readFileSync(PATH);
const OPTIONS = { columns: 40, autoOptimize: 0 } as const;

const pixels = async () => {
  const { data, info } = await sharp(BYTES).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
};

const serve = async (status: number) => {
  const server = createServer((_, response) => response.writeHead(status).end(BYTES));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`, close: () => server.close() };
};

describe("draws the same picture from", async () => {
  const { text } = await draw(PATH, OPTIONS);
  test.each([
    ["a file URL", () => pathToFileURL(PATH)],
    ["a data URL", () => `data:image/png;base64,${BYTES.toString("base64")}`],
    ["a Buffer", () => BYTES],
    ["an ArrayBuffer", () => Uint8Array.from(BYTES).buffer],
    ["a Blob", () => new Blob([BYTES])],
    ["a file's stream", () => createReadStream(PATH)],
    ["a stream of the web", () => Readable.toWeb(createReadStream(PATH)) as AsyncIterable<Uint8Array>],
    ["pixels", pixels],
  ])("%s", async (_, source) => {
    expect((await draw(await source(), OPTIONS)).text).toBe(text);
  });

  test("an address, as text and as a URL", async () => {
    const { url, close } = await serve(200);
    expect((await draw(url, OPTIONS)).text).toBe(text);
    expect((await draw(new URL(url), OPTIONS)).text).toBe(text);
    close();
  });

  test("pixels, without an image decoder", async () => {
    expect((await drawInBrowser(await pixels(), OPTIONS)).text).toBe(text);
    await expect(drawInBrowser(new Uint8Array(8))).rejects.toThrow(
      "This environment cannot decode pictures. Give pixels: { width, height, data }.",
    );
  });
});

test("reports the grid, the glyphs and the quality", async () => {
  const drawing = await draw(PATH, OPTIONS);
  expect(drawing.text.split("\n")).toHaveLength(drawing.rows + 1);
  expect(drawing.columns).toBe(40);
  expect(drawing.glyphs.codebook.length).toBeGreaterThan(2);
  expect(drawing.quality.score).toBeGreaterThan(0.5);
});

test("draws a PNG, and refuses it where text is expected", async () => {
  const { png, columns, rows } = await drawPng(PATH, { ...OPTIONS, pixelsPerCell: 6, alt: "A girl" });
  const { format, width, height, comments } = await sharp(png).metadata();
  expect([format, width, height]).toEqual(["png", 6 * columns, 12 * rows]);
  expect(comments).toEqual([{ keyword: "Description", text: "A girl" }]);
  await expect(draw(PATH, { ...OPTIONS, format: "png" })).rejects.toThrow("`draw` returns text.");
  await expect(drawPng(PATH, { columns: 400, pixelsPerCell: 24 })).rejects.toThrow(Refusal);
});

test("refuses options and pictures with the gate's messages", async () => {
  await expect(draw(PATH, { columns: 4 })).rejects.toThrow(
    "Expected an integer from 8 to 400 for `columns` but received 4 (number).",
  );
  await expect(draw(PATH, { columns: "40" as unknown as number })).rejects.toThrow('received "40" (string)');
  await expect(draw(new Uint8Array(40))).rejects.toThrow("The bytes are not a picture in a known raster format.");
  await expect(draw(PATH, {}, { limits: { maxPixels: 100 } })).rejects.toBeInstanceOf(Refusal);
});

test("refuses other values, and lists the accepted sources", async () => {
  const give = (source: unknown) => draw(source as string);
  await expect(give(7)).rejects.toThrow(
    "Give draw a path, a URL, bytes, a Blob, a stream or pixels; this is of type number.",
  );
  await expect(give(null)).rejects.toThrow("this is null.");
  await expect(give({ width: 2, height: 2, data: new Uint8Array(3) })).rejects.toThrow(
    "2 × 2 of them do not have 3 bytes.",
  );
  await expect(give("no-such-file.png")).rejects.toThrow("ENOENT");
  const { url, close } = await serve(404);
  await expect(give(url)).rejects.toThrow(`${url} answered 404.`);
  close();
});

describe("without WebAssembly", () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ["forbidden", { instantiate: () => Promise.reject(new Error("unsafe-eval")) }],
    ["missing", undefined],
  ])("%s, it gives the same bytes", async (_, host) => {
    const { text } = await draw(PATH, OPTIONS);
    vi.stubGlobal("WebAssembly", host);
    vi.resetModules();
    const again = await import("./draw-raster.ts");
    expect((await again.sharedKernels()).kernels).toBe((await import("@lumiglyph/engine")).PLAIN_KERNELS);
    expect((await again.drawRaster({ raster: await pixels() }, OPTIONS)).text).toBe(text);
  });
});
