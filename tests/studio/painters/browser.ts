import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rolldown } from "rolldown";
import { launchShell } from "../../support/chromium.ts";

/** A headless Chromium page with the painters, and its console errors. */
export type PaintersPage = {
  readonly run: <Result>(expression: string) => Promise<Result>;
  readonly consoleErrors: readonly string[];
  readonly close: () => Promise<void>;
};

export const openPaintersPage = async (): Promise<PaintersPage> => {
  const files = await bundle();
  const server = createServer(({ url = "/" }, response) => {
    const file = files.get(url);
    const type = url.endsWith(".js") ? "text/javascript" : url === "/" ? "text/html" : "application/octet-stream";
    response.writeHead(file === undefined ? 404 : 200, { "content-type": type }).end(file);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await launchShell();
  const page = await browser.newPage();
  const consoleErrors: string[] = [];
  page.on("console", (message) => consoleErrors.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    run: (expression) => page.evaluate(`import("/page.js").then((page) => page.${expression})`),
    consoleErrors,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
};

/** The page's files by path: modules built from the sources, and the baked glyphs. */
const bundle = async (): Promise<ReadonlyMap<string, string | Buffer>> => {
  const build = await rolldown({
    input: new URL("./page.ts", import.meta.url).pathname,
    platform: "browser",
    resolve: { conditionNames: ["@lumiglyph/source"] },
  });
  const { output } = await build.generate({ format: "esm", chunkFileNames: "[name].js" });
  await build.close();
  const glyphs = new URL("../../../packages/engine/src/paint/generated/glyphs.bin", import.meta.url);
  return new Map<string, string | Buffer>([
    ["/", '<!doctype html><link rel="icon" href="data:,">'],
    ["/generated/glyphs.bin", readFileSync(glyphs)],
    ...output.map((file) => [`/${file.fileName}`, "code" in file ? file.code : ""] as const),
  ]);
};
