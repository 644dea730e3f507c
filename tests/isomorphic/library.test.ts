import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { draw } from "lumiglyph";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { launchShell } from "../support/chromium.ts";

const PICTURE = fixture("portrait.png");
const POLICY = { page: "", strict: "default-src 'self'; script-src 'self'; worker-src 'self'" } as const;

let modules: ReadonlyMap<string, string>;
let browser: Awaited<ReturnType<typeof launchShell>>;
let expected: string;

const server = createServer(({ url = "/" }, response) => {
  const code = modules.get(url);
  if (code !== undefined) response.setHeader("content-type", "text/javascript").end(code);
  else if (url === "/photo.png") response.setHeader("content-type", "image/png").end(PICTURE);
  else {
    response
      .setHeader("content-type", "text/html")
      .setHeader("content-security-policy", url === "/strict" ? POLICY.strict : POLICY.page);
    response.end(
      '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/library-page.js"></script>',
    );
  }
});

beforeAll(async () => {
  const build = await rolldown({
    input: ["library-page", "library-worker"].map((name) => new URL(`./${name}.ts`, import.meta.url).pathname),
    platform: "browser",
    resolve: { conditionNames: ["@lumiglyph/source"] },
  });
  const { output } = await build.generate({ format: "esm", chunkFileNames: "[name].js" });
  modules = new Map(output.map((file) => [`/${file.fileName}`, "code" in file ? file.code : ""]));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchShell();
  expected = (await draw(PICTURE, { columns: 40, autoOptimize: 0 })).text;
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server.close();
});

const open = async (path: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return page;
};

const inPage = <Result>(page: Page, call: string): Promise<Result> =>
  page.evaluate<Result>(`import("/library-page.js").then((page) => page.${call})`);

test("a page or a worker loads no Node code", () => {
  for (const [path, code] of modules) expect(/from\s*"node:|import\("node:|require\(/.test(code), path).toBe(false);
});

describe.each(["/page", "/strict"])("on %s, with or without WebAssembly,", (path) => {
  test("every kind of source gives the bytes of Node", { timeout: 60_000 }, async () => {
    const drawn = await inPage<{ readonly [source: string]: string }>(await open(path), 'drawAll("/photo.png")');
    expect(Object.keys(drawn)).toHaveLength(10);
    for (const [source, text] of Object.entries(drawn)) expect(text, source).toBe(expected);
  });

  test("a worker gives them too", { timeout: 60_000 }, async () => {
    expect(await inPage(await open(path), 'drawInWorker("/photo.png")')).toBe(expected);
  });
});

test("a strict policy does forbid WebAssembly", async () => {
  const compile = "WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)).then(() => true, () => false)";
  expect([await (await open("/page")).evaluate(compile), await (await open("/strict")).evaluate(compile)]).toEqual([
    true,
    false,
  ]);
});

test("a refusal has a readable message", async () => {
  const page = await open("/page");
  expect(await inPage(page, 'refusalOf("/photo.png", { columns: 4 })')).toContain("Expected an integer from 8 to 400");
  expect(await inPage(page, 'refusalOf("/missing.png", {})')).toContain("HTML is not supported");
  expect(await inPage(page, "refusalOf(7, {})")).toContain("Give draw an address, bytes, a Blob");
});
