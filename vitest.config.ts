import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
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

/** Starts the long tests first, so that no worker is left with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFast = ({ project }: TestSpecification): boolean => project.name === "fast";
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isFast(file)), ...sorted.filter(isFast)];
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
    sequence: { sequencer: LongestFirst },
    // services and browsers that tests start are processes too, and take the cores as well
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
