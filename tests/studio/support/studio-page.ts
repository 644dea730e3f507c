import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";

/** A studio page in its own context, with its console errors and requests. */
export type StudioPage = {
  readonly page: Page;
  /** Console errors of the page and its Worker, including policy violations. */
  readonly consoleErrors: readonly string[];
  readonly requests: readonly Request[];
  readonly close: () => Promise<void>;
};

export type StudioPageOptions = BrowserContextOptions & {
  /** Scripts that run before the page's own. */
  readonly before?: readonly string[];
};

/** Opens the studio at an address. */
export const openStudio = async (
  browser: Browser,
  url: string,
  { before = [], ...options }: StudioPageOptions = {},
): Promise<StudioPage> => {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  for (const script of before) await context.addInitScript(script);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  const requests: Request[] = [];
  // the browser's own picker must stay closed from the first key press on
  page.on("filechooser", () => {});
  page.on("console", (message) => {
    // Chromium logs an `autofocus` that had no effect
    if (message.type() !== "info") consoleErrors.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  page.on("requestfailed", (request) => consoleErrors.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) consoleErrors.push(`${response.status()}: ${response.url()}`);
  });
  context.on("request", (request) => requests.push(request));
  await page.goto(url);
  return { page, consoleErrors, requests, close: () => context.close() };
};

/** Timeout for page actions. */
const PATIENCE_MS = 60_000;

/** Window sizes in CSS pixels: desktop, tablet, phone, and the narrowest that WCAG 1.4.10 requires. */
export const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
export const NARROWEST = { width: 320, height: 640 };
