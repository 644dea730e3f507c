import { defineConfig } from "vitest/config";

const conditions = ["@lumiglyph/source", "node", "import", "default"];
const SLOW = "**/*.slow.test.ts";

/** Every test runs on the TypeScript sources: no build stands between an edit and its test. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // creates an empty folder; the first test that needs a built studio puts it there
    globalSetup: "tests/studio/support/run-folder.ts",
    // the default leaves one core idle, which is half of a small machine
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // browsers, servers and workers by the dozen share two cores in CI, and some tests bound times: those are to be mended
    retry: process.env["CI"] === undefined ? 0 : 2,
    // two browsers on two cores take longer than the default second to show something
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["packages/*/src/**/*.test.ts", "apps/*/src/**/*.test.{ts,tsx}", "{tests,bench}/**/*.test.ts"],
          exclude: [SLOW],
        },
      },
      // speeds and memory are measured here, so nothing runs beside them
      {
        extends: true,
        test: { name: "slow", include: [SLOW], exclude: ["**/node_modules/**"], fileParallelism: false },
      },
    ],
  },
});
