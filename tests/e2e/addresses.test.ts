import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { refusalFor } from "@lumiglyph/contract";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetched } from "../../apps/service/src/testing/test-parts.ts";
import { fixture } from "../spec/drawn.ts";
import { AXE, axeFaults } from "../studio/support/axe.ts";
import { launchShell } from "../support/chromium.ts";
import { serviceForFile } from "../support/http-service.ts";

/** Folder for screenshots for review. */
const { ADDRESS_SHOTS: SHOTS } = process.env;

const PICTURES = ["koi", "portrait", "still-life", "line-drawing"] as const;
const LOOKS = ["columns=60&format=svg&theme=auto", "color=true&columns=60&format=png&pixelsPerCell=6", "preset=card"];

const service = serviceForFile(
  {
    SERVICE_IMAGE_FETCH_ALLOWLIST: "images.example",
    SERVICE_URL_PRESETS: "card=charset=octants&color=true&columns=60&format=png",
  },
  () => ({
    // a browser asks for six at once
    size: { workers: 1, capacity: 16 },
    fetchImage: async (url) => {
      const [, name] = /^https:\/\/images\.example\/([\w-]+)\.png$/.exec(url) ?? [];
      if (name === undefined) throw refusalFor("image_url_untrusted");
      return fetched(fixture(`${name}.png`));
    },
  }),
);

/** Another site, with twelve pictures. */
const elsewhere = createServer((_request, response) => {
  const images = PICTURES.flatMap((name) =>
    LOOKS.map((look) => {
      const src = `${service.url}/api/v1/render?${look}&imageUrl=https://images.example/${name}.png`;
      return `<img src="${src.replaceAll("&", "&amp;")}" width="240" alt="${name} in characters">`;
    }),
  );
  response.setHeader("content-type", "text/html; charset=utf-8").end(
    `<!doctype html><html lang="en"><head><title>Elsewhere</title><link rel="icon" href="data:,"><style>:root{color-scheme:light dark}</style></head>
<body><main><h1>Twelve pictures</h1>${images.join("\n")}</main></body></html>`,
  );
});
let browser: Browser;

beforeAll(async () => {
  elsewhere.listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  browser = await launchShell();
});
afterAll(async () => {
  await browser?.close();
  elsewhere.close();
});

const openIn = async (colorScheme: "dark" | "light"): Promise<{ readonly page: Page; readonly faults: string[] }> => {
  const page = await browser.newPage({ viewport: { width: 800, height: 1300 }, colorScheme });
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`, { waitUntil: "networkidle" });
  if (SHOTS !== undefined) writeFileSync(`${SHOTS}/addresses-${colorScheme}.png`, await page.screenshot());
  return { page, faults };
};

/** Mean lightness of an image on a page, 0 to 255. */
const lightnessOf = async (page: Page, at: number): Promise<number> => {
  const { channels } = await sharp(await page.locator("img").nth(at).screenshot())
    .greyscale()
    .stats();
  return channels[0]!.mean;
};

test("the picture in the README follows the theme of its page", async () => {
  const root = new URL("../../", import.meta.url);
  const [, file = ""] =
    /<img src="(docs\/images\/gallery-themes\.svg)"/.exec(readFileSync(new URL("README.md", root), "utf8")) ?? [];
  const svg = readFileSync(new URL(file, root)).toString("base64");
  const lightness: number[] = [];
  for (const [colorScheme, paper] of [
    ["dark", "#0d1117"],
    ["light", "#ffffff"],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 480, height: 620 }, colorScheme });
    await page.setContent(`<body style="background:${paper}"><img width="430" src="data:image/svg+xml;base64,${svg}">`);
    if (SHOTS !== undefined) writeFileSync(`${SHOTS}/readme-${colorScheme}.png`, await page.screenshot());
    lightness.push(await lightnessOf(page, 0));
    await page.close();
  }
  expect(lightness[0]).toBeLessThan(90);
  expect(lightness[1]).toBeGreaterThan(140);
});

test("twelve pictures are shown on another site, in both themes, without axe findings", async () => {
  const [dark, light] = [await openIn("dark"), await openIn("light")];
  for (const { page, faults } of [dark, light]) {
    const sizes = await page.evaluate(() =>
      [...document.images].map(({ complete, naturalWidth }) => complete && naturalWidth),
    );
    expect(sizes).toHaveLength(12);
    expect(sizes.filter((width) => width === false || width < 300)).toEqual([]);
    expect(faults).toEqual([]);
    await page.addScriptTag({ content: AXE });
    expect(await axeFaults(page)).toEqual([]);
  }
  // light ink on dark, dark ink on light: the portrait
  const portrait = LOOKS.length;
  expect(await lightnessOf(dark.page, portrait)).toBeLessThan(80);
  expect(await lightnessOf(light.page, portrait)).toBeGreaterThan(120);
  // a picture has no theme; its edges may show a trace of the page
  const [inDark, inLight] = [await lightnessOf(dark.page, portrait + 1), await lightnessOf(light.page, portrait + 1)];
  expect(Math.abs(inDark - inLight)).toBeLessThan(3);
}, 120_000);
