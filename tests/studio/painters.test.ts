import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { toPixels } from "@lumiglyph/engine/paint/blit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BAKED_FILE, bakedGlyphs } from "../../scripts/baked-glyphs.ts";
import { bakedAtlas } from "./painters/baked-atlas.ts";
import { openPaintersPage, type PaintersPage } from "./painters/browser.ts";
import { samplePage } from "./painters/sample-pages.ts";

describe("the baked glyphs", async () => {
  const file = readFileSync(BAKED_FILE);

  test("match the script's output for the font", async () => {
    expect((await bakedGlyphs()).equals(file)).toBe(true);
  });

  test("are at most 20 kB compressed", () => {
    expect(gzipSync(file).length).toBeLessThanOrEqual(20_000);
  });

  test("include the font's copyright and license", () => {
    const words = file.toString("latin1");
    expect(words).toContain("Copyright 2020 The JetBrains Mono Project Authors");
    expect(words).toContain("SIL OPEN FONT LICENSE Version 1.1");
  });
});

describe("in a browser", () => {
  let page: PaintersPage;
  beforeAll(async () => {
    page = await openPaintersPage();
  });
  afterAll(() => page?.close());

  test("the CPU painter matches Node's pixels", async () => {
    const { data } = toPixels(samplePage(1, { colored: true }), 9, bakedAtlas());
    const hash = createHash("sha256").update(data).digest("hex").slice(0, 16);
    expect(await page.run("hashOfPage()")).toBe(hash);
  });

  test("WebGL paints the same pixels, within 1 of 255", async () => {
    const differences = await page.run<Record<string, number>>("compareKinds()");
    expect(Object.keys(differences)).toHaveLength(17);
    expect(Object.entries(differences).filter(([, difference]) => difference > 1)).toEqual([]);
  });

  test("a reused painter shows the same as a new one", async () => {
    const differences = await page.run<Record<string, number>>("compareWithNew()");
    expect(Object.keys(differences)).toHaveLength(17);
    expect(Object.entries(differences).filter(([, difference]) => difference > 0)).toEqual([]);
  });

  test("only rows with changed cells are put on the canvas", async () => {
    // everything; nothing for the same page; the fourth row of cells, 16 pixels high
    expect(await page.run("rowsPut()")).toEqual([
      [0, 200],
      [9 + 3 * 16, 16],
    ]);
  });

  test("a page with one changed cell takes a fraction of the time", async () => {
    const { all, few } = await page.run<{ all: number; few: number }>("timePaints(200, 60, 8)");
    expect(few).toBeLessThan(all / 2);
  });

  test("a software renderer is not used", async () => {
    expect(await page.run('watchChoice("hardware")')).toEqual({ kinds: ["cpu"], kind: "cpu", differences: [0, 0] });
  });

  test("the GPU takes over, and the CPU again when its context is lost", async () => {
    const { kinds, kind, differences } = await page.run<{
      kinds: readonly string[];
      kind: string;
      differences: readonly number[];
    }>('watchChoice("any")');
    expect(kinds).toEqual(["cpu", "webgl2", "cpu"]);
    expect(kind).toBe("cpu");
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  });

  test("the console has no errors", () => {
    // Chromium warns about frequent canvas readback, which tests do
    expect(page.consoleErrors.filter((consoleError) => !consoleError.startsWith("warning: "))).toEqual([]);
  });
});
