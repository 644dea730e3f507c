import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { nameReceiver } from "./name-receiver.ts";
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
