import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** What a command of a paper may need. */
const COPIED = ["package.json", "tsconfig.base.json", "fixtures", "packages", "apps", "scripts", "tests/evidence"];

/** What a clone does not have. */
const BUILT = new Set(["node_modules", "dist", "tsconfig.tsbuildinfo"]);

/** A copy of the repository as it is after `npm ci`, in which commands may write what they like. */
export const createScratchRepository = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-papers-"));
  for (const path of COPIED) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (file) => !BUILT.has(basename(file)) });
  }
  linkModules(join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** What is installed, with the copy's own packages in place of the repository's. */
const linkModules = (modules: string): void => {
  mkdirSync(join(modules, OWN), { recursive: true });
  // a worker may read what a link leads to, but no link on the way
  const installed = realpathSync(join(ROOT, "node_modules"));
  for (const name of readdirSync(installed)) {
    if (name !== OWN && name !== ".cache") symlinkSync(join(installed, name), join(modules, name));
  }
  for (const place of ["packages", "apps"]) {
    for (const name of readdirSync(join(ROOT, place))) {
      symlinkSync(join(modules, "..", place, name), join(modules, OWN, name));
    }
  }
};

const OWN = "@lumiglyph";
