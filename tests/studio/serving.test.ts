import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ask } from "../support/http-render.ts";
import { art, openAndSettle, settled } from "./support/acts.ts";
import { startStaticHost } from "./support/static-host.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { openStudio } from "./support/studio-page.ts";

const studio = studioForFile();

describe("the service", () => {
  test("serves the whole build, each file under the path that its page requests", async () => {
    const names = globSync("assets/*", { cwd: studio.folder });
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const { status, headers } = await ask(`${studio.url}/${name}`);
      expect([name, status, headers.get("cache-control")]).toEqual([name, 200, "public, max-age=31536000, immutable"]);
      expect(name).toMatch(/-[\w-]{8}\.\w+$/);
    }
  });

  test("makes the browser check the service worker at every visit", async () => {
    const { status, headers } = await ask(`${studio.url}/sw.js`);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(headers.get("content-type")).toContain("text/javascript");
  });

  test("lists the licenses of all bundled code, including Workers and fonts", async () => {
    const { status, headers, text } = await ask(`${studio.url}/licenses.txt`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const heads = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+, (\S+)$/gm)].map(
      ([, name, license]) => `${name}: ${license}`,
    );
    expect(heads).toEqual([
      "@fontsource/jetbrains-mono: OFL-1.1",
      "@preact/signals: MIT",
      "@preact/signals-core: MIT",
      "gifenc: MIT",
      "mediabunny: MPL-2.0",
      "preact: MIT",
    ]);
    for (const words of [
      "SIL OPEN FONT LICENSE",
      "Permission is hereby granted",
      "Mozilla Public License Version 2.0",
    ]) {
      expect(text).toContain(words);
    }
  });

  test("links to them from the keyboard dialog", async () => {
    await studio.visit(async (page) => {
      await page.keyboard.press("?");
      const link = page.getByRole("link", { name: "Licenses" });
      await link.waitFor();
      expect(await link.evaluate((element) => (element as HTMLAnchorElement).href)).toBe(`${studio.url}/licenses.txt`);
    });
  });

  test("sends the page's policy as a header, plus a ban on framing", async () => {
    const { headers, text } = await ask(studio.url);
    const [, own = ""] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
    expect(own).toContain("connect-src");
    const rules = own.replaceAll("&#39;", "'").split("; ");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.split("; ").filter((rule) => rule !== "frame-ancestors 'none'")).toEqual(rules);
  });

  test("allows the Worker, but not the page, to compile WebAssembly", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, "koi.png");
      const compile = () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => "compiled");
      const [worker] = page.workers();
      expect(await worker?.evaluate(compile)).toBe("compiled");
      await expect(page.evaluate(compile)).rejects.toThrow("Content Security Policy");
    });
  });

  test("gets only a revalidation of the page from a returning browser", async () => {
    const context = await studio.browser.newContext();
    const page = await context.newPage();
    await page.goto(studio.url, { waitUntil: "networkidle" });
    await page.evaluate(() => navigator.serviceWorker.ready);
    const before = studio.log().length;
    await page.goto(studio.url, { waitUntil: "networkidle" });
    const asked = studio.log().slice(before) as readonly { readonly route?: string; readonly status?: number }[];
    // the browser also checks the service worker
    expect(asked.filter(({ route }) => route !== "/sw.js")).toMatchObject([
      { msg: "answered", route: "/", status: 304 },
    ]);
    await context.close();
  });
});

test("it works the same as static files in a folder of any host", async () => {
  const host = await startStaticHost(studio.folder, "/somewhere/deep/");
  const { page, consoleErrors, requests, close } = await openStudio(studio.browser, `${host.url}?columns=64`);
  await page.getByRole("button", { name: "Koi" }).click();
  await settled(page, "koi.webp");
  expect(await art(page).getAttribute("aria-label")).toMatch(/^ASCII art of koi\.webp, 64 by \d+ characters$/);
  await page.getByRole("button", { name: "Choose an export format" }).click();
  await page.getByRole("dialog").waitFor();
  expect(consoleErrors).toEqual([]);
  expect(
    requests.map((request) => request.url()).filter((url) => !/^(blob|data):/.test(url) && !url.startsWith(host.url)),
  ).toEqual([]);
  await close();
  host.stop();
});
