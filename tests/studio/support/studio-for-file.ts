import { readStudio } from "@lumiglyph/service";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium, launchShell } from "../../support/chromium.ts";
import { startService } from "../../support/http-service.ts";
import { builtStudio } from "./built-studio.ts";
import { TWO_CAMERAS } from "./cameras.ts";
import { openStudio, type StudioPage, type StudioPageOptions } from "./studio-page.ts";

/** The built studio, served by the service, and a browser to open it in. */
export type ServedStudio = {
  readonly url: string;
  readonly browser: Browser;
  /** The folder of the build. */
  readonly folder: string;
  /** The service's log lines so far. */
  readonly log: () => readonly object[];
  /** Opens the studio with a query, runs `body` on it, closes it, and returns its console errors and requests. */
  readonly visit: (
    body: (page: StudioPage["page"], studio: StudioPage) => Promise<void>,
    options?: StudioPageOptions & { readonly query?: string },
  ) => Promise<StudioPage>;
};

type BrowserOptions = { readonly hasCameras?: boolean; readonly args?: readonly string[] };

/** A served studio for all tests of a file, in a browser with these flags. Available from the first test on. */
export const studioForFile = ({ hasCameras = false, args = [] }: BrowserOptions = {}): ServedStudio => {
  let folder: string;
  let browser: Browser;
  let running: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    folder = await builtStudio();
    running = await startService({}, { studio: readStudio(folder) });
    browser = await (hasCameras
      ? launchChromium({ args: [...TWO_CAMERAS, ...args] })
      : launchShell({ args: [...args] }));
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });
  return {
    get url() {
      return running.service.url;
    },
    get browser() {
      return browser;
    },
    get folder() {
      return folder;
    },
    log: () => running.service.log,
    visit: async (body, { query = "", ...options } = {}) => {
      const studio = await openStudio(browser, `${running.service.url}/${query}`, options);
      await body(studio.page, studio).finally(studio.close);
      return studio;
    },
  };
};
