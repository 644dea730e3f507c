import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";

/** A page of the studio in a context of its own, and everything that was heard of it. */
export type StudioPage = {
  readonly page: Page;
  /** What the page, its Worker or its policy complained about. */
  readonly complaints: readonly string[];
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
  const complaints: string[] = [];
  const requests: Request[] = [];
  // from the first key press on the browser's own picker must stay closed
  page.on("filechooser", () => {});
  page.on("console", (message) => {
    // Chromium tells of an `autofocus` that had nothing left to do
    if (message.type() !== "info") complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  context.on("request", (request) => requests.push(request));
  await page.goto(url);
  return { page, complaints, requests, close: () => context.close() };
};

/** What has not come after so long does not come. */
const PATIENCE_MS = 10_000;

/** Window sizes in CSS pixels: desktop, tablet, phone, and the narrowest that WCAG 1.4.10 requires. */
export const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
export const NARROWEST = { width: 320, height: 640 };
