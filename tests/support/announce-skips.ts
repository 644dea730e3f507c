import type { Vite } from "vitest/node";
import { adviceFor, isInstalled, programNames, programRow } from "./programs.ts";
import { skippedHere, systemTests } from "./system-tests.ts";

/** Lists the test files of a project that lack a program, and how to install it; throws in CI. */
export const announceSkips = ({ isSlow }: { readonly isSlow: boolean }): Vite.Plugin => ({
  name: "announce-skips",
  configureVitest: () => {
    const missing = programNames.filter((name) => (isSlow || !programRow(name).isSlow) && !isInstalled(name));
    if (missing.length === 0) return;
    const skipped = skippedHere(systemTests()).filter(({ file }) => isSlow || !file.endsWith(".slow.test.ts"));
    const lines = skipped.map(({ file, programs }) => `  ${file}: ${programs.join(", ")}`);
    const sentences = [
      `Skips ${skipped.length} test files without the programs that they need:`,
      ...lines,
      adviceFor(missing),
    ];
    if (process.env["CI"]) throw new Error(sentences.join("\n"));
    console.error(`\n${sentences.join("\n")}\n`);
  },
});
