import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { studioFile } from "../../apps/service/src/studio/studio-file.ts";
import { launchShell } from "../support/chromium.ts";
import { serviceForFile } from "../support/http-service.ts";

/** The smallest WebAssembly module: its eight-byte header. */
const WASM = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])";

/** Tries things and reports whether each was allowed. */
const TRY = `const tried = {};
const attempt = async (name, act) => {
  try { tried[name] = (await act()) ?? "done"; } catch { tried[name] = "refused"; }
};`;

const PAGE = `${TRY}
await attempt("WebAssembly", () => WebAssembly.instantiate(${WASM}).then(() => "done"));
await attempt("eval", () => new Function("return 'done'")());
await attempt("own data", () => fetch("./assets/data.json").then(() => "done"));
await attempt("another origin", () => fetch(document.body.dataset.elsewhere, { mode: "no-cors" }).then(() => "done"));
await attempt("markup from text", () => { document.body.innerHTML = "<p></p>"; });
await attempt("a style from text", () => {
  const style = document.createElement("style");
  style.textContent = "body { color: red }";
  document.head.append(style);
  return getComputedStyle(document.body).color === "rgb(255, 0, 0)" ? "done" : "refused";
});
await attempt("a style by its property", () => { document.body.style.margin = "1px"; });
await attempt("a Worker without the studio's name", () => { new Worker("./assets/worker.js", { type: "module" }); });
await attempt("a frame", () => new Promise((resolve) => {
  const frame = document.createElement("iframe");
  frame.src = "./assets/data.json";
  document.addEventListener("securitypolicyviolation", () => resolve("refused"), { once: true });
  frame.addEventListener("load", () => setTimeout(() => resolve("done"), 100));
  document.body.append(frame);
}));
const named = trustedTypes.createPolicy("studio-worker", { createScriptURL: (url) => url });
const worker = new Worker(named.createScriptURL("./assets/worker.js"), { type: "module" });
worker.onmessage = ({ data }) => console.log(JSON.stringify({ page: tried, worker: data }));
worker.postMessage(document.body.dataset.elsewhere);`;

const WORKER = `import { kept } from "./chunk.js";
${TRY}
onmessage = async ({ data: elsewhere }) => {
  await attempt("a chunk", () => kept);
  await attempt("a chunk later", () => import("./later.js").then(({ kept }) => kept));
  await attempt("WebAssembly", () => WebAssembly.instantiate(${WASM}).then(() => "done"));
  await attempt("eval", () => new Function("return 'done'")());
  await attempt("own data", () => fetch("./data.json").then(() => "done"));
  await attempt("another origin", () => fetch(elsewhere, { mode: "no-cors" }).then(() => "done"));
  postMessage(tried);
};`;

const file = (name: string, text: string) => studioFile(name, Buffer.from(text));
const files = (elsewhere: string) => [
  file(
    "index.html",
    `<!doctype html><title>Studio</title><link rel="icon" href="data:,"><body data-elsewhere="${elsewhere}">
    <script>globalThis.inline = true</script><script type="module" src="./assets/page.js"></script>`,
  ),
  file("assets/page.js", PAGE),
  file("assets/worker.js", WORKER),
  file("assets/chunk.js", `export const kept = "done";`),
  file("assets/later.js", `export const kept = "done";`),
  file("assets/data.json", "{}"),
];

const elsewhere = serviceForFile();
const service = serviceForFile({}, () => ({ studio: files(`${elsewhere.url}/api/health`) }));

/** Another site: another port is another origin. */
const site = createServer((_request, response) => {
  response.setHeader("content-type", "text/html").end("<!doctype html><title>elsewhere</title>");
});
let browser: Browser;
let page: Page;
let tried: { readonly page: object; readonly worker: object };

beforeAll(async () => {
  browser = await launchShell();
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  page = await browser.newPage();
  const reported = page.waitForEvent("console", (message) => message.text().startsWith("{"));
  await page.goto(service.url);
  tried = JSON.parse((await reported).text());
});
afterAll(async () => {
  await browser.close();
  site.close();
});

describe("under the policy of the studio", () => {
  test("the page can load files from its own origin, cannot turn text into code, and cannot reach other origins", () => {
    expect(tried.page).toEqual({
      WebAssembly: "refused",
      eval: "refused",
      "own data": "done",
      "another origin": "refused",
      "markup from text": "refused",
      "a style from text": "refused",
      "a style by its property": "done",
      "a Worker without the studio's name": "refused",
      "a frame": "refused",
    });
  });

  test("its Worker may also compile WebAssembly, unlike the page, but no text, and cannot reach other origins", () => {
    expect(tried.worker).toEqual({
      "a chunk": "done",
      "a chunk later": "done",
      WebAssembly: "done",
      eval: "refused",
      "own data": "done",
      "another origin": "refused",
    });
  });

  test("inline scripts do not run", async () => {
    expect(await page.evaluate(() => Reflect.get(globalThis, "inline"))).toBeUndefined();
  });

  test("other sites can load the API's responses, but none of its files", async () => {
    const other = await browser.newPage();
    await other.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    const take = (url: string) =>
      other.evaluate(
        (address) =>
          fetch(address, { mode: "no-cors" }).then(
            () => "taken",
            () => "refused",
          ),
        url,
      );
    expect(await take(`${service.url}/assets/data.json`)).toBe("refused");
    expect(await take(`${service.url}/api/health`)).toBe("taken");
    await other.close();
  });
});
