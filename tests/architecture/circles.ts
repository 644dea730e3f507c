import { posix } from "node:path";
import { importsIn } from "./imports.ts";
import type { Unit } from "./layers.ts";

/** Lists the circles of a unit's relative imports, types included: each as its modules in order. */
export const circlesIn = ({ modules }: Pick<Unit, "modules">): readonly string[] => {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, above: readonly string[]): void => {
    const start = above.indexOf(path);
    if (start !== -1) found.push([...above.slice(start), path].join(" → "));
    if (start !== -1 || done.has(path)) return;
    for (const target of targetsOf(path, modules)) visit(target, [...above, path]);
    done.add(path);
  };
  for (const path of Object.keys(modules)) visit(path, []);
  return found;
};

const targetsOf = (path: string, modules: Unit["modules"]): readonly string[] =>
  importsIn(modules[path]!)
    .filter((name) => name?.startsWith("."))
    .map((name) => posix.join(posix.dirname(path), name!))
    .filter((target) => modules[target] !== undefined);
