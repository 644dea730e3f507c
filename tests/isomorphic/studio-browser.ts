import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { studioHeaders } from "../../apps/service/src/studio/studio-file.ts";
import { launchShell } from "../support/chromium.ts";
import { bundleStudio, type StudioFile } from "./studio-bundle.ts";

/** A headless Chromium page with only the studio's worker, under the service's own policies. */
export type WorkerPage = {
  /** Calls an export of the page's module. */
  readonly call: <Result>(name: string, ...args: readonly unknown[]) => Promise<Result>;
  readonly page: Page;
  /** The page's console errors. */
  readonly consoleErrors: readonly string[];
  readonly close: () => Promise<void>;
};

/** Opens a page with a module. It finds the fixtures under `/pictures/`, and `files` by their names. */
export const openWorkerPage = async (
  module: URL,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<WorkerPage> => {
  const server = await serve(await bundleStudio(module), files);
  const browser = await launchShell();
  const page = await browser.newPage();
  const consoleErrors: string[] = [];
  page.on("console", (message) => consoleErrors.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    call: (name, ...args) =>
      page.evaluate(`import("/page.js").then((page) => page[${JSON.stringify(name)}](...${JSON.stringify(args)}))`),
    page,
    consoleErrors,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
};

const FIXTURES = join(import.meta.dirname, "../../fixtures");

/** The bytes of a fixture, by its path without `.png`, or with another extension. */
export const readFixture = (name: string): Uint8Array =>
  readFileSync(join(FIXTURES, name.includes(".") ? name : `${name}.png`));

const PAGE = '<!doctype html><link rel="icon" href="data:,"><title>Worker</title>';

const serve = async (
  modules: ReadonlyMap<string, StudioFile>,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Server> => {
  const answerTo = (url: string): StudioFile => {
    const name = url.slice("/pictures/".length);
    if (url === "/") return { type: "text/html", body: PAGE };
    return modules.get(url) ?? { type: "application/octet-stream", body: files.get(name) ?? readFixture(name) };
  };
  const server = createServer(({ url = "/" }, response) => {
    const { type, body } = answerTo(url);
    for (const [name, value] of Object.entries(studioHeaders(type))) response.setHeader(name, value);
    response.setHeader("content-type", type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
};
