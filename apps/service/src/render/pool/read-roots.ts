import { realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, sep } from "node:path";

/**
 * The files and folders that hold a worker's code: this app's own, and those of the packages it loads, wherever the
 * package manager has put them. A worker may read nothing else.
 */
export const readRoots = (): readonly string[] => {
  const own = findPackageJSON(import.meta.url) ?? "";
  const decode = manifestOf("@lumiglyph/decode", own);
  const manifests = [
    decode,
    manifestOf("@lumiglyph/contract", own),
    manifestOf("@lumiglyph/engine", own),
    manifestOf("sharp", realpathSync(decode)),
  ];
  const folders = manifests.flatMap((manifest) => [manifest, realpathSync(manifest)]).map(dirname);
  return [...new Set([own, join(import.meta.dirname, ".."), ...folders.map(outermost)])];
};

const manifestOf = (name: string, from: string): string => {
  const manifest = findPackageJSON(name, from);
  if (manifest === undefined) throw new Error(`${name} is not installed.`);
  return manifest;
};

/** A package's folder, or the `node_modules` that it lies in: what it depends on lies there too. */
const outermost = (folder: string): string => {
  const [before = "", ...behind] = folder.split(`${sep}node_modules${sep}`);
  return behind.length === 0 ? folder : join(before, "node_modules");
};
