import { posix } from "node:path";
import { importsIn } from "./imports.ts";

/**
 * The studio's folders from top to bottom. A module imports from its own folder and from lower rows only; folders in one row
 * are independent.
 */
export const STUDIO_FOLDERS: readonly (readonly string[])[] = [
  ["app"],
  ["viewer", "controls", "sources", "export", "handoff"],
  ["ui"],
  ["state"],
  ["worker"],
];

const SOURCES = "apps/studio/src/";

/** Lists imports between the studio's folders that point up or sideways. `modules` are texts by path. */
export const studioFaults = (modules: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(modules)
    .filter(([path]) => !/(\.test|\/testing)\.tsx?$/.test(path))
    .flatMap(([path, text]) =>
      importsIn(text)
        .filter((name) => name?.startsWith("."))
        .flatMap((name) =>
          faultBetween(folderOf(path), folderOf(posix.join(posix.dirname(path), name!))).map(
            (fault) => `${path} imports ${name}: ${fault}`,
          ),
        ),
    );

const folderOf = (path: string): string => path.slice(SOURCES.length).split("/")[0]!;

const faultBetween = (own: string, target: string): readonly string[] => {
  if (own === target || target === "styles") return [];
  const [from, to] = [rowOf(own), rowOf(target)];
  if (from < 0) return [`${own} has no place among the studio's folders`];
  if (to < 0) return [`${target} has no place among the studio's folders`];
  return to > from ? [] : [`${own} may not import from ${target}`];
};

const rowOf = (folder: string): number => STUDIO_FOLDERS.findIndex((row) => row.includes(folder));
