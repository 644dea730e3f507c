import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { STATES } from "./states.ts";
import type { ServedStudio } from "./studio-for-file.ts";
import { DESKTOP, openStudio, type StudioPage, type StudioPageOptions } from "./studio-page.ts";

/** Brings the file's one page into a state, in this window, runs `body` on it, and gives what it complained about meanwhile. */
export type InState = (
  name: string,
  body: (page: Page) => Promise<void>,
  viewport?: { readonly width: number; readonly height: number },
) => Promise<readonly string[]>;

/** One page for all states that a file looks at: a new one for each would take longer to come up than to be looked at. */
export const statesForFile = (studio: ServedStudio, options: StudioPageOptions): InState => {
  let shown: StudioPage;
  beforeAll(async () => {
    shown = await openStudio(studio.browser, "about:blank", options);
  });
  afterAll(() => shown?.close());
  return async (name, body, viewport = DESKTOP) => {
    const { page, complaints } = shown;
    const { query = "", reach } = STATES[name]!;
    // what the page before still waits for is given up here, and is no fault of this state
    await page.goto("about:blank");
    const before = complaints.length;
    await page.setViewportSize(viewport);
    await page.goto(`${studio.url}/${query}`);
    await reach(page);
    await body(page);
    return complaints.slice(before);
  };
};
