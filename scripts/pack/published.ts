import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, "../..");

/** A published package and its folder, from the root. */
export type Published = { readonly name: string; readonly version: string; readonly folder: string };

/** Every package of the workspace that is not private. */
export const publishedPackages = (): readonly Published[] =>
  globSync("{packages,apps}/*/package.json", { cwd: ROOT })
    .toSorted()
    .map((path) => ({ ...JSON.parse(readFileSync(join(ROOT, path), "utf8")), folder: dirname(path) }))
    .filter((manifest) => manifest.private !== true)
    .map(({ name, version, folder }) => ({ name, version, folder }));
