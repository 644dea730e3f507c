import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_PARAMS } from "@lumiglyph/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { launchShell } from "../support/chromium.ts";
import { askRender, formImage } from "../support/http-render.ts";
import { serviceForFile } from "../support/http-service.ts";

const service = serviceForFile();
const FILE = "formats/lossless.webp";

/** Folder for a screenshot of each page; none if unset. */
const SCREENSHOTS = process.env["SCREENSHOTS"];

let browser: Browser;

beforeAll(async () => {
  browser = await launchShell();
});
afterAll(() => browser.close());

type View = { readonly width: number; readonly colorScheme: "light" | "dark" };

/** Opens the reference, runs `body` on it and returns the page's errors. */
const onReference = async ({ width, colorScheme }: View, body: (page: Page) => Promise<void>) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const errors: string[] = [];
  page.on("console", (message) => errors.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`${service.url}/docs`);
  await body(page).finally(() => page.close());
  return errors;
};

const keepScreenshot = async (page: Page, name: string): Promise<void> => {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
};

/** Contrast of two colors by WCAG's relative luminance. Runs in the page. */
const contrastOf = (element: Element): number => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const lightOf = (color: string) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data]
      .slice(0, 3)
      .map((byte) => byte / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const grounds: string[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    grounds.push(getComputedStyle(at).backgroundColor);
  }
  const ground = grounds.find((color) => color !== "rgba(0, 0, 0, 0)") ?? "white";
  const [dark = 0, light = 0] = [lightOf(getComputedStyle(element).color), lightOf(ground)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

describe("the reference in a browser", () => {
  for (const width of [1440, 900, 390, 320]) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`at ${width} px in ${colorScheme} colors: fits the width, is readable, has no errors (spec 4.5)`, async () => {
        const errors = await onReference({ width, colorScheme }, async (page) => {
          await keepScreenshot(page, `reference-${width}-${colorScheme}`);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
          for (const selector of [
            "h1",
            ".lead",
            ".command code",
            ".kind",
            ".usual",
            ".answer",
            "td",
            "button",
            "figcaption",
          ]) {
            const contrast = await page.locator(selector).first().evaluate(contrastOf);
            expect([selector, contrast >= 4.5]).toEqual([selector, true]);
          }
        });
        expect(errors).toEqual([]);
      });
    }
  }

  test("its form shows the service's response in the frame (spec 4.2, 4.5)", async () => {
    const errors = await onReference({ width: 1440, colorScheme: "dark" }, async (page) => {
      const file = { name: "picture", mimeType: "image/webp", buffer: Buffer.from(fixture(FILE)) };
      await page.locator("input[type=file]").setInputFiles(file);
      await page.locator("[name=columns]").fill("60");
      await page.locator("[name=color]").check();
      await page.locator("button").click();
      const art = page.frameLocator("iframe").locator("pre");
      await art.waitFor();
      await keepScreenshot(page, "reference-tried");
      const same = { ...DEFAULT_PARAMS, format: "json", color: true, columns: 60 } as const;
      const response = await askRender(service.url, formImage(fixture(FILE), same));
      const text = `${(response.json()["lines"] as string[]).join("\n")}\n`;
      // biome-ignore lint/performance/useDomNodeTextContent: what is laid out and copied, not what the source says
      expect(await art.evaluate((pre) => (pre as HTMLElement).innerText)).toBe(text);
    });
    expect(errors).toEqual([]);
  });

  test("one click selects a whole command, without the prompt (spec 4.5)", async () => {
    await onReference({ width: 1440, colorScheme: "light" }, async (page) => {
      await page.locator("#recipe-ansi .command code").click();
      const selected = await page.evaluate(() => getSelection()?.toString());
      expect(selected).toBe(
        `curl -sS -F image=@picture.png '${service.url}/api/v1/render?columns=100&format=ansi&color=true'`,
      );
    });
  });

  test("works by keyboard: the first stop skips the contents (spec 4.5)", async () => {
    await onReference({ width: 1440, colorScheme: "light" }, async (page) => {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the reference");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    });
  });
});
