import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { rolldown } from "rolldown";
import { launchShell } from "../support/chromium.ts";
import type { Drawn, KernelKind, Pictures } from "./draw-all.ts";

/** The environments of a browser that can render. */
type Place = "drawHere" | "drawInWorker";

/** A headless Chromium page with only the engine and the pictures. */
export type EnginePage = {
  readonly draw: (place: Place, kind: KernelKind, every: number) => Promise<readonly Drawn[]>;
  /** The page's console errors. */
  readonly consoleErrors: readonly string[];
  readonly close: () => Promise<void>;
};

export const openEnginePage = async (pictures: Pictures): Promise<EnginePage> => {
  const server = await serve(await bundle(), pictures);
  const browser = await launchShell();
  const page = await browser.newPage();
  const consoleErrors = listen(page);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    draw: (place, kind, every) =>
      page.evaluate<readonly Drawn[]>(`import("/page.js").then((page) => page.${place}("${kind}", ${every}))`),
    consoleErrors,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
};

const listen = (page: Page): readonly string[] => {
  const consoleErrors: string[] = [];
  page.on("console", (message) => consoleErrors.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  return consoleErrors;
};

/** The browser's modules by path, built from the same sources that Node runs. */
const bundle = async (): Promise<ReadonlyMap<string, string>> => {
  const input = [new URL("./page.ts", import.meta.url), new URL("./worker.ts", import.meta.url)];
  const build = await rolldown({
    input: input.map(({ pathname }) => pathname),
    platform: "browser",
    resolve: { conditionNames: ["@lumiglyph/source"] },
  });
  const { output } = await build.generate({ format: "esm", chunkFileNames: "[name].js" });
  await build.close();
  return new Map(output.map((file) => [`/${file.fileName}`, "code" in file ? file.code : ""]));
};

const serve = async (modules: ReadonlyMap<string, string>, pictures: Pictures): Promise<Server> => {
  const server = createServer(({ url = "/" }, response) => {
    const module = modules.get(url);
    const picture = pictures[url.slice("/pictures/".length)];
    if (url === "/") {
      response.setHeader("content-type", "text/html").end('<!doctype html><link rel="icon" href="data:,">');
    } else if (module !== undefined) {
      response.setHeader("content-type", "text/javascript").end(module);
    } else if (picture !== undefined) {
      response.setHeader("picture-width", picture.width).setHeader("picture-height", picture.height).end(picture.data);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
};
