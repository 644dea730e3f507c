import type { LaunchOptions } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { builtReceiver, builtStudio } from "../../studio/support/built-studio.ts";
import type { PageScript } from "./script-page.ts";
import { startTwoOrigins, type TwoOrigins } from "./two-origins.ts";

type Given = { readonly studio?: PageScript; readonly receiver?: PageScript; readonly launch?: LaunchOptions };

/** Two origins for all tests of a file: the real studio and receiver, unless scripts replace them. */
export const twoOriginsForFile = ({ studio, receiver, launch }: Given = {}): TwoOrigins => {
  let origins: TwoOrigins;
  beforeAll(async () => {
    origins = await startTwoOrigins({
      studio: studio === undefined ? { folder: await builtStudio() } : { script: studio },
      receiver: receiver === undefined ? { folder: await builtReceiver() } : { script: receiver },
      ...(launch && { launch }),
    });
  });
  afterAll(() => origins?.stop());
  return {
    get studio() {
      return origins.studio;
    },
    get receiver() {
      return origins.receiver;
    },
    get browser() {
      return origins.browser;
    },
    visit: (body, options) => origins.visit(body, options),
    stop: () => origins.stop(),
  };
};
