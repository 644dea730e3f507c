import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { launchShell } from "../support/chromium.ts";
import { askRender, type Given, queryOf, rawImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";

const service = serviceForFile();
const FILE = "formats/lossless.webp";

/** Folder for a screenshot of each page; none if unset. */
const SCREENSHOTS = process.env["SCREENSHOTS"];

let browser: Browser;
/** A page of our own that decodes screenshots. */
let reader: Page;

beforeAll(async () => {
  browser = await launchShell();
  reader = await browser.newPage();
});
afterAll(() => browser.close());

/** Runs `body` on a fresh page and returns the page's errors. */
const onPage = async (body: (page: Page) => Promise<void>, colorScheme: "light" | "dark" = "light") => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme });
  const errors: string[] = [];
  page.on("console", (message) => errors.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("requestfailed", (request) => errors.push(`failed: ${request.url()}`));
  await body(page).finally(() => page.close());
  return errors;
};

/** Submits a form as a user does: the browser shows the response under all of its headers. */
const submit = async (page: Page, given: Given): Promise<void> => {
  const fields = Object.entries(given).map(([name, value]) => `<input name="${name}" value="${value}">`);
  await page.setContent(
    `<form method="post" enctype="multipart/form-data" action="${service.url}/api/v1/render">
    <input type="file" name="image">${fields.join("")}<button>Render</button></form>`,
  );
  const file = { name: "picture", mimeType: "image/webp", buffer: Buffer.from(fixture(FILE)) };
  await page.locator("input[type=file]").setInputFiles(file);
  await Promise.all([page.waitForURL(`${service.url}/api/v1/render`), page.locator("button").click()]);
  await keepScreenshot(page, queryOf(given));
};

const keepScreenshot = async (page: Page, name: string): Promise<void> => {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
};

const textOf = async (given: Given): Promise<string> => {
  const art = await askRender(service.url, rawImage(fixture(FILE), { ...given, format: "json" }));
  return `${(art.json()["lines"] as string[]).join("\n")}\n`;
};

/** RGB of the pixel at the window's lower right corner, from a screenshot. */
const cornerOf = async (page: Page): Promise<readonly number[]> => {
  const { width, height } = page.viewportSize()!;
  const png = await page.screenshot({ clip: { x: width - 1, y: height - 1, width: 1, height: 1 } });
  return reader.evaluate(
    async (data) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const context = document.createElement("canvas").getContext("2d")!;
      context.drawImage(image, 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
};

const CASES: readonly Given[] = [
  { columns: 80 },
  { columns: 60, color: true },
  { columns: 40, charset: "blocks", color: true, glyphStrategy: "fixed", monoColor: "#ffb000" },
];

describe("HTML output in a browser", () => {
  for (const given of CASES) {
    test(`${queryOf(given)}: shows the text on black, without errors (answers 2.9)`, async () => {
      const errors = await onPage(async (page) => {
        await submit(page, { ...given, format: "html" });
        // biome-ignore lint/performance/useDomNodeTextContent: what is laid out and copied, not what the source says
        expect(await page.locator("pre").evaluate((pre) => (pre as HTMLElement).innerText)).toBe(await textOf(given));
        expect(await cornerOf(page)).toEqual([0, 0, 0]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
        const widths = await page.locator("pre").evaluate(rowWidths);
        expect(widths).toHaveLength((await textOf(given)).split("\n").length - 1);
        expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1);
        const colors = await page
          .locator("pre span")
          .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color));
        expect(new Set(colors).size > 50).toBe(given["color"] === true);
      });
      expect(errors).toEqual([]);
    });
  }
});

/** Rendered widths of a `pre`'s lines, in CSS pixels. Runs in the page. */
const rowWidths = (pre: Element): number[] => {
  const range = document.createRange();
  range.selectNodeContents(pre);
  const lines = new Map<number, { left: number; right: number }>();
  for (const { top, left, right } of range.getClientRects()) {
    const line = lines.get(Math.round(top)) ?? { left, right };
    lines.set(Math.round(top), { left: Math.min(line.left, left), right: Math.max(line.right, right) });
  }
  return [...lines.values()].map(({ left, right }) => right - left).filter((width) => width > 0);
};

/** A row as the browser lays it out: its text, length, right end, and the offset of its glyphs from their cells. */
const measureRows = (texts: readonly unknown[]) =>
  (texts as readonly SVGTextElement[]).map((row) => {
    const places = Array.from({ length: row.getNumberOfChars() }, (_, at) => row.getStartPositionOfChar(at).x);
    const box = row.getBBox();
    return {
      text: row.textContent,
      glyphs: places.length,
      length: row.getComputedTextLength(),
      right: box.x + box.width,
      astray: Math.max(...places.map((x, at) => Math.abs(x - at * 8))),
    };
  });

describe("SVG output in a browser", () => {
  for (const given of CASES) {
    test(`${queryOf(given)}: places each glyph in its cell, on black, without errors (answers 2.10)`, async () => {
      const errors = await onPage(async (page) => {
        await submit(page, { ...given, format: "svg" });
        const rows = await page.locator("text").evaluateAll(measureRows);
        expect(rows.map((row) => `${row.text}\n`).join("")).toBe(await textOf(given));
        const columns = Number(given["columns"]);
        for (const { glyphs, length, right, astray } of rows) {
          expect(glyphs).toBe(columns);
          expect(Math.abs(length - columns * 8)).toBeLessThan(1);
          expect(Math.abs(right - columns * 8)).toBeLessThan(1);
          expect(astray).toBeLessThan(1);
        }
        expect(await cornerOf(page)).toEqual([0, 0, 0]);
      });
      expect(errors).toEqual([]);
    });
  }
});

describe("the error reference in a browser", () => {
  for (const scheme of ["light", "dark"] as const) {
    test(`highlights the error that a problem links to, in ${scheme} colors (answers 2.1)`, async () => {
      const { json } = await askRender(service.url, {});
      const errors = await onPage(async (page) => {
        await page.goto(String(json()["type"]));
        await keepScreenshot(page, `errors-${scheme}`);
        const background = () => page.locator(":target").evaluate((entry) => getComputedStyle(entry).backgroundColor);
        expect(await background()).not.toBe("rgba(0, 0, 0, 0)");
        expect(await page.locator(":target").textContent()).toContain("image_missing");
        const corner = await cornerOf(page);
        expect(corner.every((channel) => (scheme === "light" ? channel > 200 : channel < 50))).toBe(true);
      }, scheme);
      expect(errors).toEqual([]);
    });
  }
});
