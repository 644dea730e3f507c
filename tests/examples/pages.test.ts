import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draw } from "lumiglyph";
import type { Browser, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { build, defaultClientConditions } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { launchShell } from "../support/chromium.ts";

const ROOT = join(import.meta.dirname, "../..");
const PHOTO = fixture("portrait.png");
const folder = mkdtempSync(join(tmpdir(), "lumiglyph-examples-"));

let browser: Browser;
/** Files by path. */
const files = new Map<string, { readonly type: string; readonly body: string | Uint8Array }>();
const server = createServer(({ url = "/" }, response) => {
  const file = files.get(url);
  if (file === undefined) response.writeHead(404).end();
  else response.setHeader("content-type", file.type).end(file.body);
});

const TYPES: { readonly [extension: string]: string } = { html: "text/html", js: "text/javascript", png: "image/png" };

const put = (path: string, body: string | Uint8Array): void =>
  void files.set(path, { type: TYPES[path.split(".").at(-1)!]!, body });

/** Bundles a module and all that it loads below a path. */
const putModule = async (path: string, input: string): Promise<void> => {
  const bundle = await rolldown({
    input: { [path.split("/").at(-1)!.replace(/\.js$/, "")]: input },
    platform: "browser",
    resolve: { conditionNames: ["@lumiglyph/source", "browser", "import"] },
    transform: {
      define: { "process.env.NODE_ENV": '"production"' },
      jsx: { runtime: "automatic", importSource: "react" },
    },
  });
  const { output } = await bundle.generate({ format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js" });
  for (const file of output) put(join(path, "..", file.fileName), "code" in file ? file.code : "");
};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchShell();
  put("/photo.png", PHOTO);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  server.close();
  rmSync(folder, { recursive: true });
});

const open = async (path: string): Promise<Page> => {
  const page = await browser.newPage({ colorScheme: "dark" });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return page;
};

test("a page draws what is chosen, and says what is wrong", { timeout: 60_000 }, async () => {
  await build({
    root: join(ROOT, "examples/browser"),
    configFile: false,
    logLevel: "silent",
    base: "./",
    resolve: { conditions: ["@lumiglyph/source", ...defaultClientConditions] },
    build: { outDir: folder, emptyOutDir: true },
  });
  const html = readFileSync(join(folder, "index.html"), "utf8");
  put("/browser.html", html);
  for (const [, path] of html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)) {
    put(`/${path}`, readFileSync(join(folder, path!), "utf8"));
  }
  const page = await open("/browser.html");
  await page.setInputFiles("input", { name: "photo.png", mimeType: "image/png", buffer: Buffer.from(PHOTO) });
  await page.waitForSelector("text=/Likeness \\d+ %/");
  expect(await page.textContent("pre")).toBe((await draw(PHOTO, { columns: 100 })).text);
  await page.setInputFiles("input", { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await page.waitForSelector("text=Unknown image format.");
});

test("the element's page has both pictures", { timeout: 60_000 }, async () => {
  await putModule(
    "/node_modules/@lumiglyph/element/dist/bundle/lumi-glyph.js",
    join(ROOT, "packages/element/src/index.ts"),
  );
  put("/element.html", readFileSync(join(ROOT, "examples/element/index.html")));
  const page = await open("/element.html");
  await page.waitForSelector("lumi-glyph pre");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => document.querySelectorAll("lumi-glyph pre span").length > 100);
  const first = await page.textContent("lumi-glyph pre");
  expect(first?.trimEnd()).toBe((await draw(PHOTO, { columns: 80 })).text.trimEnd());
});

test("the React app shows the picture and its likeness", { timeout: 60_000 }, async () => {
  await putModule("/app.js", join(import.meta.dirname, "react-entry.tsx"));
  put("/react.html", '<!doctype html><main id="root"></main><script type="module" src="/app.js"></script>');
  const page = await open("/react.html");
  await page.waitForSelector("text=/Likeness \\d+ %/");
});
