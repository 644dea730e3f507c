import { join } from "node:path";
import { type Published, ROOT } from "./published.ts";
import { capture } from "./run-program.ts";

/** A package as npm would publish it. */
export type Tarball = Published & { readonly path: string; readonly files: readonly string[] };

type Packed = {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
};

/** Packs packages into a folder. */
export const packAll = (packages: readonly Published[], folder: string): readonly Tarball[] => {
  const workspaces = packages.flatMap(({ name }) => ["--workspace", name]);
  const told = capture("npm", ["pack", "--json", "--silent", "--pack-destination", folder, ...workspaces], ROOT);
  const packed = Object.values(JSON.parse(told) as readonly Packed[] | { readonly [name: string]: Packed });
  return packages.map((each) => {
    const found = packed.find(({ name }) => name === each.name);
    if (found === undefined) throw new Error(`${each.name} was not packed.`);
    return { ...each, path: join(folder, found.filename), files: found.files.map(({ path }) => path) };
  });
};

/** What is wrong with what a tarball holds, a sentence each. */
export const faultsIn = ({ name, files }: Tarball): readonly string[] => [
  ...["package.json", "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts", "src/index.ts"]
    .filter((needed) => !files.includes(needed))
    .map((needed) => `${name} has no ${needed}.`),
  ...files.filter((file) => STRAY.test(file)).map((file) => `${name} has ${file}, which is of use to nobody.`),
  ...files
    .filter((file) => /^dist\/(?!documents\/).*\.js$/.test(file))
    .filter((file) => !files.includes(file.replace(/^dist/, "src").replace(/\.js$/, ".ts")))
    .map((file) => `${name} has ${file} without its source.`),
  ...(name === "@lumiglyph/service" ? [] : files.filter(hasDocuments)).map(
    (file) => `${name} has ${file}, a document.`,
  ),
  ...(name === "@lumiglyph/service" ? ["dist/documents/index.js", "studio/index.html", "studio/licenses.txt"] : [])
    .filter((needed) => !files.includes(needed))
    .map((needed) => `${name} has no ${needed}.`),
];

/** Only the service's package has the documents. */
const hasDocuments = (file: string): boolean => /openapi|^dist\/documents\//.test(file);

const STRAY = /\.test\.|\/testing\/|node_modules|tsbuildinfo|tsconfig|(?:^|\/)\.[^/]/;
