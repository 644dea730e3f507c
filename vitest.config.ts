import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const conditions = ["@lumiglyph/source", "node", "import", "default"];
const SLOW = "**/*.slow.test.ts";
/** Run in both halves: some of their cases in the fast one, all in the slow one. */
const SAMPLED = "tests/**/*.sampled.test.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether a sampled test runs all of its cases. */
    readonly allCases: boolean;
  }
}

/** Every test runs on the TypeScript sources: no build stands between an edit and its test. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // says which programs are missing; creates an empty folder, where the first test that needs a built studio puts it
    globalSetup: ["tests/support/programs.ts", "tests/studio/support/run-folder.ts"],
    // services and browsers that tests start are processes of their own, and take the cores as well
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // two browsers on two cores take longer than the default second to show something
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.{ts,tsx}", "{tests,bench}/**/*.test.ts"],
          exclude: [SLOW],
          provide: { allCases: false },
          // importing the sources anew for each of hundreds of files took a tenth of the time
          isolate: false,
        },
      },
      // speeds and memory are measured here, so nothing runs beside them
      {
        extends: true,
        test: {
          name: "slow",
          include: [SLOW, SAMPLED],
          exclude: ["**/node_modules/**"],
          provide: { allCases: true },
          fileParallelism: false,
        },
      },
    ],
  },
});
