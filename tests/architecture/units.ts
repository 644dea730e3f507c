import { globSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { Unit } from "./layers.ts";

const ROOT = join(import.meta.dirname, "../..");

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

/** Every package and app of the repository. */
export const readUnits = (): Unit[] =>
  found("{packages,apps}/*/package.json").map((path) => {
    const folder = posixPath(dirname(path));
    const { dependencies, optionalDependencies, peerDependencies } = manifest(path);
    return {
      folder,
      dependencies: Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).toSorted(),
      modules: Object.fromEntries(found(`${folder}/src/**/*.{ts,tsx}`).map((file) => [file, read(file)])),
    };
  });

/** Dependencies of the root, which every package's tests may use. */
export const readTestDependencies = (): string[] => Object.keys(manifest("package.json").devDependencies ?? {});

const manifest = (path: string): Manifest => JSON.parse(read(path)) as Manifest;

const found = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).map(posixPath).toSorted();

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const posixPath = (path: string): string => path.split(sep).join("/");
