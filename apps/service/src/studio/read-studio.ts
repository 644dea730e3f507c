import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { INDEX, type StudioFile, studioFile } from "./studio-file.ts";

/** The built studio in memory: every file of the build, and no other. */
export type Studio = readonly StudioFile[];

/** Reads the build in a folder, or gives null where there is none. Its page names the receiving site, where one is given. */
export const readStudio = (folder: string, handoffTarget = ""): Studio | null => {
  if (!existsSync(join(folder, INDEX))) return null;
  return namesIn(folder).map((name) => {
    const bytes = readFileSync(join(folder, name));
    return studioFile(name, name === INDEX ? nameReceiver(bytes, handoffTarget) : bytes);
  });
};

/** The files' names from the folder on. A star takes no dot: what begins with one is the bundler's own record. */
const namesIn = (folder: string): readonly string[] =>
  globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();

/**
 * The studio's page with the origin of the receiving site in it, which is where the page takes it from and from nowhere else. A
 * page without the place for it stays as it is.
 */
export const nameReceiver = (page: Buffer, origin: string): Buffer =>
  Buffer.from(page.toString("utf8").replace(PLACE, (_, before: string) => `${before}${escaped(origin)}"`));

const PLACE = /(<meta name="handoff-target" content=")"/;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

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
