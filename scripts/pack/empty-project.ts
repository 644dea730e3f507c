import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT } from "./published.ts";
import { capture } from "./run-program.ts";
import type { Tarball } from "./tarballs.ts";

/** A project that has nothing but the packages, as a stranger would install them. */
export type Project = {
  readonly folder: string;
  /** What a program prints that runs there, with what was installed in reach and nothing of this repository. */
  readonly run: (program: string, ...words: readonly string[]) => string;
};

/** Installs tarballs into a new folder. What npm has in its cache is not asked for again. */
export const installInto = (folder: string, tarballs: readonly Tarball[]): Project => {
  mkdirSync(folder);
  const dependencies = Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`]));
  const manifest = { name: "stranger", version: "1.0.0", private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  copyFileSync(join(ROOT, "fixtures/portrait.png"), join(folder, "photo.png"));
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"];
  capture("npm", ["install", ...flags], folder);
  const path = [join(folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  // a condition of this repository's scripts would lead to sources
  return { folder, run: (program, ...words) => capture(program, words, folder, { PATH: path, NODE_OPTIONS: "" }) };
};
