import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readStudio } from "@lumiglyph/service";
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions, Page } from "playwright-core";
import { createReceiverServer } from "../../../scripts/receiver/receiver-server.ts";
import { launchChromium } from "../../support/chromium.ts";
import { startService } from "../../support/http-service.ts";
import { type PageScript, scriptPage } from "./script-page.ts";

/** The content of each origin: a build, a page with only a script, or a custom server. */
export type Sides = {
  readonly studio: { readonly folder: string } | { readonly script: PageScript };
  readonly receiver:
    | { readonly folder: string }
    | { readonly script: PageScript }
    /** The studios' origins are known by the first request. */
    | { readonly serve: (studios: readonly string[]) => Server };
  readonly launch?: LaunchOptions;
};

/** A studio and a receiver on two origins, which are also two sites: `localhost` and `127.0.0.1`. */
export type TwoOrigins = {
  readonly studio: string;
  readonly receiver: string;
  readonly browser: Browser;
  /** Opens a page, by default the studio's, in its own context, and closes it after the body. */
  readonly visit: (body: (page: Page, seen: Visit) => Promise<void>, options?: VisitOptions) => Promise<Visit>;
  readonly stop: () => Promise<void>;
};

type VisitOptions = BrowserContextOptions & {
  /** A script that runs in every page and window before its own. */
  readonly before?: string;
  readonly url?: string;
};

/** Console errors of a page and of the windows it opened. */
type Visit = { readonly context: BrowserContext; readonly consoleErrors: readonly string[] };

/** Starts the real service with its studio, the receiver, and a browser. */
export const startTwoOrigins = async ({ studio, receiver, launch }: Sides): Promise<TwoOrigins> => {
  // each needs the other's port: the receiver's list is filled in once the studio's is known
  const studios: string[] = [];
  const server = await receiverServer(receiver, studios);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files =
    "folder" in studio ? readStudio(studio.folder, target) : (await scriptPage(studio.script)).files(target);
  const { service, stop } = await startService({ SERVICE_HANDOFF_TARGET: target }, { studio: files });
  const own = `http://localhost:${service.port}`;
  studios.push(own);
  const browser = await launchChromium(launch);
  return {
    studio: own,
    receiver: target,
    browser,
    visit: (body, options) => visit(browser, own, body, options),
    stop: async () => {
      await browser.close();
      await stop();
      server.closeAllConnections();
      server.close();
    },
  };
};

const receiverServer = async (given: Sides["receiver"], studios: readonly string[]): Promise<Server> => {
  if ("serve" in given) return given.serve(studios);
  if ("folder" in given) return createReceiverServer({ folder: given.folder, studios });
  return (await scriptPage(given.script)).server(studios);
};

const visit = async (
  browser: Browser,
  own: string,
  body: (page: Page, seen: Visit) => Promise<void>,
  { before, url = own, ...options }: VisitOptions = {},
): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(30_000);
  if (before !== undefined) await context.addInitScript(before);
  const consoleErrors: string[] = [];
  context.on("page", (page) => listen(page, consoleErrors));
  const page = await context.newPage();
  page.on("filechooser", () => {});
  await page.goto(url);
  const seen = { context, consoleErrors };
  await body(page, seen).finally(() => context.close());
  return seen;
};

const listen = (page: Page, consoleErrors: string[]): void => {
  page.on("console", (message) => {
    if (!isEarly(message.text()) && ["error", "warning"].includes(message.type())) consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
};

/** Chromium's warning about a message to a window that is still loading: the handshake is retried until it has loaded. */
const isEarly = (text: string): boolean => /target origin provided .* does not match/.test(text);
