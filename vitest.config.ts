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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
