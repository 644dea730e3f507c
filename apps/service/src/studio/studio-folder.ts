import { existsSync, realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where the built studio is: in its own package, which is beside the service in this repository, or else in `studio` within the
 * service's package, which is how that is published. Null where neither is there.
 */
export const studioFolder = (from: string | URL = import.meta.url): string | null => {
  const manifest = manifestFrom(from);
  if (manifest !== undefined) return join(dirname(realpathSync(manifest)), "dist");
  const within = fileURLToPath(new URL("../../studio", from));
  return existsSync(within) ? within : null;
};

const manifestFrom = (from: string | URL): string | undefined => {
  try {
    return findPackageJSON("@lumiglyph/studio", from);
  } catch {
    return undefined;
  }
};
