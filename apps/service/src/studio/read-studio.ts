import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { INDEX, type StudioFile, studioFile } from "./studio-file.ts";

/** The built studio in memory: every file of the build, and no other. */
export type Studio = readonly StudioFile[];

/** Reads the build in a folder, or gives null where there is none. */
export const readStudio = (folder: string): Studio | null => {
  if (!existsSync(join(folder, INDEX))) return null;
  return namesIn(folder).map((name) => studioFile(name, readFileSync(join(folder, name))));
};

/** The files' names from the folder on. A star takes no dot: what begins with one is the bundler's own record. */
const namesIn = (folder: string): readonly string[] =>
  globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
