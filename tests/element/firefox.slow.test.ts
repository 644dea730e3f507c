import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draw } from "lumiglyph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { type FirefoxPage, hasFirefox, openFirefox } from "../studio/support/firefox.ts";
import { elementModules, testFilm } from "./element-modules.ts";

const PORTRAIT = fixture("portrait.png");

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pictures</title><link rel="icon" href="data:,">
<style>body { background: #111; color: #eee } main { display: flex; gap: 1em; font: 8px "DejaVu Sans Mono" }</style>
<script>addEventListener("drawn", ({ target }) => { target.times = (target.times ?? 0) + 1; });</script>
<script type="module" src="/element.js"></script></head><body><main>
<lumi-glyph id="plain" src="/photo.png" alt="A girl with a pearl" columns="60" theme="dark"></lumi-glyph>
<lumi-glyph id="color" src="/photo.png" alt="The same in color" columns="60" color charset="sextants"></lumi-glyph>
<lumi-glyph id="fill" src="/photo.png" alt="Letters on colors" columns="40" color fill=".6"></lumi-glyph>
<lumi-glyph id="film" src="/film.webm" alt="A test film" columns="40" live></lumi-glyph>
</main></body></html>`;

describe.skipIf(!hasFirefox())("the element in Firefox", () => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-element-"));
  let page: FirefoxPage;
  let files: ReadonlyMap<string, readonly [type: string, body: string | Uint8Array]>;
  const server = createServer(({ url = "/" }, response) => {
    const [type, body] = files.get(url) ?? [];
    return type === undefined ? response.writeHead(404).end() : response.setHeader("content-type", type).end(body);
  });

  beforeAll(async () => {
    const modules = [...(await elementModules())].map(([path, code]) => [path, ["text/javascript", code]] as const);
    files = new Map<string, readonly [string, string | Uint8Array]>([
      ...modules,
      ["/", ["text/html; charset=utf-8", PAGE]],
      ["/photo.png", ["image/png", PORTRAIT]],
      ["/film.webm", ["video/webm", testFilm(folder)]],
    ]);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    page = await openFirefox({ width: 1100, height: 500 });
  }, 120_000);
  afterAll(async () => {
    await page?.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  it("draws the same text as Node, colors, and a playing video", async () => {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.until(`["plain", "color", "fill"].every((id) => document.getElementById(id).times > 0)`);
    const expected = (await draw(PORTRAIT, { columns: 60, background: "dark", glyphStrategy: "fixed" })).text.trimEnd();
    expect((await page.evaluate<string>(`document.querySelector("#plain pre").textContent`)).trimEnd()).toBe(expected);
    expect(await page.evaluate<number>(`document.querySelector("#color canvas").width`)).toBe(120);
    expect(await page.evaluate<number>(`document.querySelectorAll("#fill span").length`)).toBeGreaterThan(500);
    const text = `document.querySelector("#film pre").textContent`;
    await page.until(`document.querySelector("#film pre") !== null`);
    const first = await page.evaluate<string>(text);
    await page.until(`${text} !== ${JSON.stringify(first)}`);
    const { FIREFOX_SHOTS: shots } = process.env;
    if (shots !== undefined) writeFileSync(`${shots}/element.png`, await page.screenshot());
    expect(page.problems).toEqual([]);
  }, 90_000);
});
