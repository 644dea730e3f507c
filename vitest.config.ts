import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { announceSkips } from "./tests/support/announce-skips.ts";
import { skippedHere, systemTests } from "./tests/support/system-tests.ts";

const conditions = ["@lumiglyph/source", "node", "import", "default"];
const SLOW = "**/*.slow.test.ts";
/** Run in both halves: some of their cases in the fast one, all in the slow one. */
const SAMPLED = "tests/**/*.sampled.test.ts";

const SYSTEM = systemTests().map(({ file }) => file);
const SKIPPED = skippedHere(systemTests()).map(({ file }) => file);

declare module "vitest" {
  interface ProvidedContext {
    /** Whether a sampled test runs all of its cases. */
    readonly allCases: boolean;
  }
}

const SHARED = {
  include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.{ts,tsx}", "{tests,bench}/**/*.test.ts"],
  provide: { allCases: false },
  // importing the sources anew for each of hundreds of files took a tenth of the time
  isolate: false,
};

/** Every test runs on the TypeScript sources: no build stands between an edit and its test. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // creates an empty folder, where the first test that needs a built studio puts it
    globalSetup: ["tests/studio/support/run-folder.ts"],
    setupFiles: ["tests/support/cap-shrinking.ts"],
    // services and browsers that tests start are processes of their own, and take the cores as well
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // two browsers on two cores take longer than the default second to show something
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Node alone runs them
      {
        extends: true,
        test: { ...SHARED, name: "fast", exclude: [SLOW, ...SYSTEM] },
      },
      // these start programs, browsers or services
      {
        extends: true,
        plugins: [announceSkips({ isSlow: false })],
        test: {
          ...SHARED,
          name: "system",
          include: SYSTEM,
          exclude: [SLOW, ...SKIPPED],
        },
      },
      // speeds and memory are measured here, so nothing runs beside them
      {
        extends: true,
        plugins: [announceSkips({ isSlow: true })],
        test: {
          name: "slow",
          include: [SLOW, SAMPLED],
          exclude: ["**/node_modules/**", ...SKIPPED],
          provide: { allCases: true },
          fileParallelism: false,
        },
      },
    ],
  },
});
