import { readFileSync } from "node:fs";
import { TEXT_FORMATS, type TextFormat } from "@lumiglyph/contract";
import { parse } from "parse5";
import type { Page } from "playwright-core";
import { SaxesParser } from "saxes";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { askRender, rawImage } from "../support/http-render.ts";
import { SCHEMAS } from "../support/http-schemas.ts";
import { openAndSettle, stillPicture } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { openStudio } from "./support/studio-page.ts";

const studio = studioForFile();

const PARAMS = { columns: 120, color: true, contrast: 1.4, charset: "standard" } as const;

/** The size at which art has cells of 8 × 16 pixels, as in a PNG. */
const VIEWPORT = { width: 1330, height: 1100 };

/** The row of the dialog for each format. */
const ROWS = {
  text: /Plain text/,
  ansi: /ANSI/,
  html: /HTML/,
  svg: /SVG/,
  json: /^json JSON/,
  "json-compact": /Compact/,
} as const satisfies { readonly [Format in TextFormat]: RegExp };

type Saved = { readonly name: string; readonly bytes: Buffer };

const saved = new Map<string, Saved>();
let painted: Buffer;
let copied: string;

const save = async (page: Page, row: RegExp): Promise<Saved> => {
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: row }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
};

beforeAll(async () => {
  const { page, consoleErrors, close } = await openStudio(
    studio.browser,
    `${studio.url}/?columns=120&color=true&contrast=1.4&charset=standard`,
    { viewport: VIEWPORT, permissions: ["clipboard-read", "clipboard-write"] },
  );
  await openAndSettle(page, "koi.png");
  painted = await stillPicture(page.locator(".art canvas").first());
  await page.getByRole("button", { name: "Choose an export format" }).click();
  for (const [format, row] of Object.entries(ROWS)) saved.set(format, await save(page, row));
  for (const scale of [1, 2]) {
    await page.getByRole("button", { name: `${scale} times` }).click();
    saved.set(`png ${scale}`, await save(page, /^png/));
  }
  await page.getByRole("switch", { name: "Transparent background" }).click();
  saved.set("png without ground", await save(page, /^png/));
  await page.getByRole("button", { name: "Text", exact: true }).last().click();
  await page
    .getByText(/^Text copied/)
    .first()
    .waitFor();
  copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(consoleErrors).toEqual([]);
  await close();
});

const bytesOf = (key: string): Buffer => saved.get(key)!.bytes;

describe("a saved file", () => {
  test.each(TEXT_FORMATS)("as %s has the API's exact bytes", async (format) => {
    const answer = await askRender(studio.url, rawImage(fixture("koi.png"), { ...PARAMS, format }));
    expect(answer.status).toBe(200);
    expect(bytesOf(format).toString("utf8")).toBe(answer.text);
  });

  test("is named after the picture and its format", () => {
    expect([...saved.values()].map(({ name }) => name)).toEqual([
      "koi.txt",
      "koi.ansi",
      "koi.html",
      "koi.svg",
      "koi.json",
      "koi.compact.json",
      "koi.png",
      "koi@2x.png",
      "koi@2x.png",
    ]);
  });

  test("as SVG and HTML is well formed, as JSON valid", () => {
    const faults: string[] = [];
    const xml = new SaxesParser();
    xml.on("error", ({ message }) => faults.push(message));
    xml.write(bytesOf("svg").toString("utf8")).close();
    parse(bytesOf("html").toString("utf8"), { onParseError: ({ code }) => faults.push(code) });
    expect(faults).toEqual([]);
    expect(SCHEMAS.art(JSON.parse(bytesOf("json").toString("utf8")))).toBe("valid");
    expect(SCHEMAS.compactArt(JSON.parse(bytesOf("json-compact").toString("utf8")))).toBe("valid");
  });

  test("as PNG matches the page, pixel by pixel", async () => {
    const pixels = async (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [page, file] = [await pixels(painted), await pixels(bytesOf("png 1"))];
    expect([file.info.width, file.info.height]).toEqual([960, 720]);
    expect([page.info.width, page.info.height]).toEqual([960, 720]);
    expect(page.data.equals(file.data)).toBe(true);
    expect(new Set(file.data).size).toBeGreaterThan(100);
  });

  test.each([
    [1, 8],
    [2, 16],
  ])("as PNG at %i times has the pixels of the API's", async (scale, pixelsPerCell) => {
    const pixels = async (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const answer = await askRender(
      studio.url,
      rawImage(fixture("koi.png"), { ...PARAMS, format: "png", pixelsPerCell }),
    );
    expect(answer.status).toBe(200);
    const [own, other] = [await pixels(bytesOf(`png ${scale}`)), await pixels(answer.bytes)];
    expect(other.info).toEqual(own.info);
    expect(other.data.equals(own.data)).toBe(true);
  });

  test("as PNG can be larger and transparent", async () => {
    const twice = await sharp(bytesOf("png 2")).metadata();
    expect([twice.width, twice.height]).toEqual([1920, 1440]);
    const { channels } = await sharp(bytesOf("png without ground")).stats();
    expect([channels.length, channels[3]?.min]).toEqual([4, 0]);
    expect((await sharp(bytesOf("png 2")).stats()).isOpaque).toBe(true);
  });
});

test("copied text equals the saved text", () => {
  expect(copied).toBe(bytesOf("text").toString("utf8"));
});
