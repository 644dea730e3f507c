import { posix } from "node:path";
import { importsIn } from "./imports.ts";

/** The layer of each package and app. Each imports only from lower layers. */
export const LAYERS: { readonly [name: string]: number } = {
  contract: 0,
  engine: 1,
  handoff: 1,
  decode: 2,
  service: 3,
  studio: 3,
  receiver: 3,
  element: 3,
  lumiglyph: 4,
  "lumiglyph-mcp": 4,
};

/** A package or app: its folder, its declared dependencies, and its modules by path from the root. */
export type Unit = {
  readonly folder: string;
  readonly dependencies: readonly string[];
  readonly modules: { readonly [path: string]: string };
};

/** Packages that only the root declares, for tests. */
export type TestDependencies = readonly string[];

/** Lists the forbidden imports of a unit, one sentence each. */
export const faultsOf = (unit: Unit, forTests: TestDependencies): string[] => {
  const own = posix.basename(unit.folder);
  if (LAYERS[own] === undefined) return [`${unit.folder} has no layer`];
  return [
    ...unit.dependencies.flatMap((name) =>
      upward(own, name).map((fault) => `${unit.folder} depends on ${name}: ${fault}`),
    ),
    ...Object.entries(unit.modules).flatMap(([path, text]) =>
      importsIn(text).flatMap((name) =>
        faultIn({ unit, own, path, forTests }, name).map((fault) => `${path} imports ${name}: ${fault}`),
      ),
    ),
  ];
};

type Place = {
  readonly unit: Unit;
  readonly own: string;
  readonly path: string;
  readonly forTests: TestDependencies;
};

const faultIn = (place: Place, name: string | null): string[] => {
  if (name === null) return ["the name is computed"];
  if (name.startsWith(".")) return leaving(place, name);
  if (name.startsWith("node:")) return hosted(place);
  return [...upward(place.own, name), ...undeclared(place, name)];
};

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** A module stays inside its package's sources; a test may also use shared test support. */
const leaving = ({ unit, path }: Place, name: string): string[] => {
  const target = posix.join(posix.dirname(path), name);
  if (target.startsWith(`${unit.folder}/src/`)) return [];
  return isTest(path) && target.startsWith("tests/") ? [] : ["it leaves the package"];
};

/** The two lowest layers are independent of the host. */
const hosted = ({ own, path }: Place): string[] =>
  LAYERS[own]! < 2 && !isTest(path) ? ["layers 0 and 1 know no Node"] : [];

const upward = (own: string, name: string): string[] => {
  if (!name.startsWith("@lumiglyph/")) return [];
  const target = name.split("/")[1]!;
  const layer = LAYERS[target];
  if (layer === undefined) return ["it has no layer"];
  return layer < LAYERS[own]! ? [] : [`layer ${LAYERS[own]} imports only from lower layers, this is ${layer}`];
};

const undeclared = ({ unit, path, forTests }: Place, name: string): string[] => {
  const parts = name.split("/");
  const packageName = parts.slice(0, name.startsWith("@") ? 2 : 1).join("/");
  const declared = isTest(path) ? [...unit.dependencies, ...forTests] : unit.dependencies;
  return declared.includes(packageName) ? [] : ["it is not declared"];
};
