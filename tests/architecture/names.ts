import { basename } from "node:path";

/** Modules by path from the root. */
type Modules = { readonly [path: string]: string };

/** Exported names that several product files define, each with its files in order. */
export const sharedNames = (modules: Modules): ReadonlyMap<string, readonly string[]> => {
  const files = new Map<string, string[]>();
  for (const [path, text] of Object.entries(modules)) {
    if (isOutside(path)) continue;
    for (const name of new Set([...text.matchAll(DEFINITION)].map(([, name]) => name!)))
      files.set(name, [...(files.get(name) ?? []), path]);
  }
  return new Map([...files].filter(([, paths]) => paths.length > 1).toSorted());
};

const DEFINITION = /^export (?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;

/** Tests, their helpers and generated modules. */
const isOutside = (path: string): boolean =>
  /\.test\.tsx?$|\/generated\/|\/testing\//.test(path) || basename(path).startsWith("testing.");

/** Names that mean the same in each of their files, and why they are not written once. */
export const SAME_THING: { readonly [name: string]: string } = {
  DecodedImage: "the package for Node and the one for browsers",
  decodeImage: "the package for Node and the one for browsers",
  draw: "the package for Node and the one for browsers",
  DrawContext: "the package for Node and the one for browsers",
  LumiGlyph: "the element, and its React component",
  sharedKernels: "the element and the library load the kernels once each",
};

/** Names with several meanings, at most five, and why they stay. */
export const SEVERAL_MEANINGS: { readonly [name: string]: string } = {
  Environment: "published by the service; the command's own differs in its type",
  luminance: "a stage's constant has the stage's name, here also the formula's",
  Setting: "published by decode for fonts; a row of the service's settings",
  Source: "published by the library; the contract's is what a request gives",
  Studio: "published by the service for its files; the page's model",
};
