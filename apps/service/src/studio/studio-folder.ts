import { realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

/**
 * Where the studio is built to: `dist` in its package, wherever the package manager has put that. It holds for the sources, for
 * what is built from them and for what is installed. Null where the package is not there.
 */
export const studioFolder = (from: string | URL = import.meta.url): string | null => {
  const manifest = manifestFrom(from);
  return manifest === undefined ? null : join(dirname(realpathSync(manifest)), "dist");
};

const manifestFrom = (from: string | URL): string | undefined => {
  try {
    return findPackageJSON("@lumiglyph/studio", from);
  } catch {
    return undefined;
  }
};
