import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, "../..");

/** A package that is published, and where it lies from the root. */
export type Published = { readonly name: string; readonly version: string; readonly folder: string };

/** Every package of the workspace that is not private. */
export const publishedPackages = (): readonly Published[] =>
  globSync("{packages,apps}/*/package.json", { cwd: ROOT })
    .toSorted()
    .map((path) => ({ ...manifestAt(path), folder: dirname(path) }))
    .filter((manifest) => manifest.private !== true)
    .map(({ name, version, folder }) => ({ name, version, folder }));

type Manifest = { readonly name: string; readonly version: string; readonly private?: boolean };

const manifestAt = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Manifest;
