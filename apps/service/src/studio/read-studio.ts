import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { escapeMarkup } from "@lumiglyph/contract";
import { INDEX, type StudioFile, studioFile } from "./studio-file.ts";

/** The built studio in memory: all files of the build. */
export type Studio = readonly StudioFile[];

/** Reads the build in a folder; null if there is none. Its page gets the origin of the receiving site, if given. */
export const readStudio = (folder: string, handoffTarget = ""): Studio | null => {
  if (!existsSync(join(folder, INDEX))) return null;
  return namesIn(folder).map((name) => {
    const bytes = readFileSync(join(folder, name));
    return studioFile(name, name === INDEX ? insertReceiver(bytes, handoffTarget) : bytes);
  });
};

/** File names relative to the folder. `*` skips dotfiles, which are the bundler's own. */
const namesIn = (folder: string): readonly string[] =>
  globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();

/**
 * Writes the receiving site's origin into the studio's page, the only place the page reads it from. A page without the
 * placeholder is unchanged.
 */
export const insertReceiver = (page: Buffer, origin: string): Buffer =>
  Buffer.from(page.toString("utf8").replace(PLACEHOLDER, (_, before: string) => `${before}${escapeMarkup(origin)}"`));

const PLACEHOLDER = /(<meta name="handoff-target" content=")"/;

/**
 * The folder of the built studio: in its own package next to the service in this repository, or in `studio` inside the
 * published service package. Null if neither exists.
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
