import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { STATES } from "./states.ts";
import type { ServedStudio } from "./studio-for-file.ts";
import { DESKTOP, openStudio, type StudioPage, type StudioPageOptions } from "./studio-page.ts";

/** Brings the file's page into a state in this window, runs `body` on it, and returns its console errors. */
export type InState = (
  name: string,
  body: (page: Page) => Promise<void>,
  viewport?: { readonly width: number; readonly height: number },
) => Promise<readonly string[]>;

/** One page for all states of a file: opening a new one for each would take longer than the checks. */
export const statesForFile = (studio: ServedStudio, options: StudioPageOptions): InState => {
  let shown: StudioPage;
  beforeAll(async () => {
    shown = await openStudio(studio.browser, "about:blank", options);
  });
  afterAll(() => shown?.close());
  return async (name, body, viewport = DESKTOP) => {
    const { page, consoleErrors } = shown;
    const { query = "", reach } = STATES[name]!;
    // the tab would restore its last picture
    if (page.url().startsWith(studio.url)) await page.evaluate(() => sessionStorage.clear());
    // requests aborted by leaving the previous page are not errors of this state
    await page.goto("about:blank");
    const before = consoleErrors.length;
    await page.setViewportSize(viewport);
    await page.goto(`${studio.url}/${query}`);
    await reach(page);
    await body(page);
    return consoleErrors.slice(before);
  };
};
