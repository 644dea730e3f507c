import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for what the tests of one run share, gone with the run. */
    readonly runFolder: string;
  }
}

/** Vitest calls this once, before the first test of a run, and what it gives back behind the last. */
export const setup = (project: TestProject): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-run-"));
  project.provide("runFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
