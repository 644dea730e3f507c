import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lumiGlyph } from "@lumiglyph/element/server";
import { draw } from "lumiglyph";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { AXE, axeFaults } from "../studio/support/axe.ts";
import { launchShell } from "../support/chromium.ts";
import { elementModules, testFilm } from "./element-modules.ts";

const PORTRAIT = fixture("portrait.png");
const folder = mkdtempSync(join(tmpdir(), "lumiglyph-element-"));

let modules: ReadonlyMap<string, string>;
let browser: Awaited<ReturnType<typeof launchShell>>;
let film: Buffer;
/** Requests for pictures that are open, and the most that ever were. */
const open = { now: 0, most: 0 };
/** Pages by path. */
const pages = new Map<string, string>();

const server = createServer(async ({ url = "/" }, response) => {
  const [path = ""] = url.split("?");
  const code = modules.get(path);
  if (code !== undefined) return response.setHeader("content-type", "text/javascript").end(code);
  if (path === "/film.webm") return response.setHeader("content-type", "video/webm").end(film);
  if (path === "/photo.png") {
    open.most = Math.max(open.most, ++open.now);
    await sleep(url.includes("slow") ? 60 : 0);
    open.now--;
    return response.setHeader("content-type", "image/png").end(PORTRAIT);
  }
  const page = pages.get(path);
  return page === undefined
    ? response.writeHead(404).end()
    : response.setHeader("content-type", "text/html; charset=utf-8").end(page);
});

beforeAll(async () => {
  modules = await elementModules();
  film = testFilm(folder);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchShell();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server.close();
  rmSync(folder, { recursive: true });
});

type Setting = {
  readonly script?: boolean;
  readonly colorScheme?: "dark" | "light";
  readonly reducedMotion?: "reduce";
};

const show = async (body: string, { script = true, ...media }: Setting = {}): Promise<Page> => {
  const path = `/page-${pages.size}`;
  const head = '<meta charset="utf-8"><title>Pictures</title><link rel="icon" href="data:,">';
  const style =
    "<style>body{background:#111;color:#eee;font-family:'DejaVu Sans Mono'}pre{font-family:'DejaVu Sans Mono'}@media(prefers-color-scheme:light){body{background:#fff;color:#111}}</style>";
  const module = script ? '<script type="module" src="/element.js"></script>' : "";
  pages.set(
    path,
    `<!doctype html><html lang="en"><head>${head}${style}${module}</head><body><main>${body}</main></body></html>`,
  );
  const page = await browser.newPage({ viewport: { width: 800, height: 600 }, colorScheme: "dark", ...media });
  await page.addInitScript(`
    addEventListener("drawn", ({ target, detail }) => { (target.told ??= []).push(detail); });
    window.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: "layout-shift", buffered: true });
  `);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return page;
};

const drawn = (page: Page, count = 1): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => [...document.querySelectorAll("lumi-glyph")].filter((one) => "told" in one).length >= wanted,
    count,
  );

const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector("lumi-glyph > pre")!.textContent);

const OPTIONS = { columns: 60, autoOptimize: 0, glyphStrategy: "fixed" } as const;
const PHOTO = 'src="/photo.png" alt="A girl with a pearl" columns="60" auto-optimize="0"';

test("is the same text as in Node, with its evidence, and selectable", async () => {
  const page = await show(`<lumi-glyph ${PHOTO}></lumi-glyph>`);
  await drawn(page);
  const expected = (await draw(PORTRAIT, { ...OPTIONS, background: "dark" })).text.trimEnd();
  expect((await textOf(page)).trimEnd()).toBe(expected);
  const [told] = await page.evaluate(
    () => (document.querySelector("lumi-glyph") as unknown as { told: unknown[] }).told,
  );
  expect(told).toMatchObject({ columns: 60, rows: 40, quality: { target: "balanced" } });
  const selected = await page.evaluate(() => {
    getSelection()!.selectAllChildren(document.querySelector("lumi-glyph")!);
    return String(getSelection());
  });
  expect(selected.trimEnd()).toBe(expected);
  const pre = await page.evaluate(() =>
    [...document.querySelector("pre")!.attributes].map(({ name, value }) => `${name}=${value}`),
  );
  expect(pre).toContain("role=img");
  expect(pre).toContain("aria-label=A girl with a pearl");
});

test("keeps its cell shape, fills its width with fit, and does not shift the page", async () => {
  const page = await show(
    `<lumi-glyph ${PHOTO} fit style="display: block; aspect-ratio: 720 / 960"></lumi-glyph><p>Below</p>`,
  );
  await drawn(page);
  await sleep(200);
  const { width, height, around, shift } = await page.evaluate(() => {
    const box = document.querySelector("pre")!.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("pre")!);
    const { width } = range.getBoundingClientRect();
    const around = document.querySelector("lumi-glyph")!.getBoundingClientRect().width;
    return { width, height: box.height, around, shift: (window as unknown as { shift: number }).shift };
  });
  expect(width / around).toBeGreaterThan(0.97);
  expect(width).toBeLessThanOrEqual(around);
  expect(width / height).toBeCloseTo(720 / 960, 1);
  expect(shift).toBe(0);
});

test("mosaics keep the shape and colors of their grid in any font, and become letters again after a change of charset", async () => {
  const page = await show(`<lumi-glyph ${PHOTO} color charset="octants"></lumi-glyph>`);
  await drawn(page);
  const { canvas, pre, text, center } = await page.evaluate(() => {
    const canvas = document.querySelector("canvas")!;
    const { width, height } = document.querySelector("pre")!.getBoundingClientRect();
    const [red, green, blue, alpha] = canvas.getContext("2d")!.getImageData(240, 300, 1, 1).data;
    return {
      canvas: [canvas.width, canvas.height],
      pre: width / height,
      text: document.querySelector("pre")!.textContent,
      center: [red! > blue!, red! > green!, alpha],
    };
  });
  expect(canvas).toEqual([60 * 8, 40 * 24]);
  expect(pre).toBeCloseTo(720 / 960, 1);
  expect(center).toEqual([true, true, 255]);
  expect([...text.split("\n")[20]!].length).toBe(60);
  await page.evaluate(() => document.querySelector("lumi-glyph")!.setAttribute("charset", "standard"));
  await page.waitForFunction(() => document.querySelector("canvas") === null);
  expect(await page.evaluate(() => document.querySelector("pre")!.style.overflow)).toBe("");
});

test("a server's text is visible without a script, and does not move when the script runs", async () => {
  const { text } = await draw(PORTRAIT, OPTIONS);
  const markup = lumiGlyph(text, { src: "/photo.png", alt: 'A "girl"', columns: 60, "auto-optimize": 0 });
  const blocked = await show(markup, { script: false });
  expect((await textOf(blocked)).trimEnd()).toBe(text.trimEnd());
  const page = await show(`${markup}<p>Below</p>`);
  await drawn(page);
  expect((await textOf(page)).trimEnd()).toBe(text.trimEnd());
  expect(await page.getAttribute("pre", "aria-label")).toBe('A "girl"');
  await sleep(200);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
});

test("has the given theme", async () => {
  const page = await show(`<lumi-glyph ${PHOTO} theme="light"></lumi-glyph>`, { colorScheme: "dark" });
  await drawn(page);
  expect((await textOf(page)).trimEnd()).toBe(
    (await draw(PORTRAIT, { ...OPTIONS, background: "light" })).text.trimEnd(),
  );
});

test("is rendered again when the theme or an attribute changes", async () => {
  const page = await show(`<lumi-glyph ${PHOTO}></lumi-glyph>`, { colorScheme: "dark" });
  await drawn(page);
  const dark = await textOf(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => textOf(page)).not.toBe(dark);
  expect((await textOf(page)).trimEnd()).toBe(
    (await draw(PORTRAIT, { ...OPTIONS, background: "light" })).text.trimEnd(),
  );
  await page.evaluate(() => document.querySelector("lumi-glyph")!.setAttribute("columns", "30"));
  await expect.poll(async () => (await textOf(page)).indexOf("\n")).toBe(30);
});

test("in color it has a run for each color", async () => {
  const page = await show(`<lumi-glyph ${PHOTO} color fill="0.6"></lumi-glyph>`);
  await drawn(page);
  const spans = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("pre span")].map(
      ({ style }) => [style.color, style.background] as const,
    ),
  );
  expect(spans.length).toBeGreaterThan(100);
  expect(spans.every(([color, background]) => /^rgb/.test(color) && /rgb/.test(background))).toBe(true);
  expect((await textOf(page)).split("\n")).toHaveLength(40);
});

test("fifty on a page are rendered when they come near, at most four at a time", async () => {
  [open.now, open.most] = [0, 0];
  const many = Array.from(
    { length: 50 },
    (_, i) =>
      `<lumi-glyph src="/photo.png?slow${i}" alt="Picture ${i}" columns="20" auto-optimize="0" style="display: block; min-height: 18em"></lumi-glyph>`,
  );
  const page = await show(many.join(""));
  await drawn(page, 2);
  await sleep(300);
  const near = await page.evaluate(
    () => [...document.querySelectorAll("lumi-glyph")].filter((one) => "told" in one).length,
  );
  expect(near).toBeLessThan(25);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 300) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  });
  await drawn(page, 50);
  expect(open.most).toBeLessThanOrEqual(4);
  expect(open.most).toBeGreaterThan(1);
});

test("passes axe", async () => {
  const page = await show(
    `<h1>Pictures</h1><lumi-glyph ${PHOTO}></lumi-glyph><lumi-glyph src="/photo.png" alt="" columns="20"></lumi-glyph>`,
  );
  await drawn(page, 2);
  await page.evaluate(AXE);
  expect(await axeFaults(page)).toEqual([]);
});

test("reports errors", async () => {
  const page = await show("");
  const messageFor = (attributes: Record<string, string>) =>
    page.evaluate(
      (given) =>
        new Promise<string>((resolve) => {
          const element = document.createElement("lumi-glyph");
          for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
          element.addEventListener("error", (event) => resolve((event as unknown as CustomEvent<string>).detail));
          document.body.prepend(element);
        }),
      attributes,
    );
  expect(await messageFor({ src: "/photo.png", columns: "4" })).toContain(
    "Expected an integer from 8 to 400 for `columns`",
  );
  expect(await messageFor({ src: "/missing.png" })).toContain("answered 404");
  expect(await messageFor({ src: "/element.js" })).toContain("The bytes are not a picture in a known raster format.");
  expect(await messageFor({ src: "/missing.webm", live: "" })).toBe("The browser cannot play this video.");
});

describe("live", () => {
  const LIVE = '<lumi-glyph src="/film.webm" alt="A test film" columns="40" live></lumi-glyph>';
  const count = (page: Page): Promise<number> =>
    page.evaluate(() => (document.querySelector("lumi-glyph") as unknown as { told: unknown[] }).told.length);

  test("plays a video in characters, and rests off the screen", async () => {
    const page = await show(`${LIVE}<div style="height:3000px"></div>`);
    await drawn(page);
    const first = await textOf(page);
    await expect.poll(() => textOf(page), { timeout: 10_000 }).not.toBe(first);
    await page.evaluate(() => scrollTo(0, 2500));
    await sleep(300);
    const resting = await count(page);
    await sleep(500);
    expect(await count(page)).toBe(resting);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => count(page), { timeout: 10_000 }).toBeGreaterThan(resting);
  });

  test("shows one frame with reduced motion", async () => {
    const page = await show(LIVE, { reducedMotion: "reduce" });
    await drawn(page);
    await sleep(500);
    expect(await count(page)).toBe(1);
  });
});
