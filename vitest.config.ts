import { defineConfig } from "vitest/config";

const conditions = ["@lumiglyph/source", "node", "import", "default"];

/** Every test runs on the TypeScript sources: no build stands between an edit and its test. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "apps/*/src/**/*.test.{ts,tsx}",
      "tests/**/*.test.ts",
      "bench/**/*.test.ts",
    ],
    // a folder alone: what is put there is made by the first test that wants it
    globalSetup: "tests/studio/support/run-folder.ts",
    // the default leaves one core idle, which is half of a small machine
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // browsers, servers and workers by the dozen share two cores there: what fails three times in a row fails
    retry: process.env["CI"] === undefined ? 0 : 2,
    // what a page shows in a moment takes longer where two browsers share two cores
    expect: { poll: { timeout: 10_000 } },
  },
});
