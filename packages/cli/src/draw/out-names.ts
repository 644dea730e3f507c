import { basename, extname, join, resolve } from "node:path";
import { FORMATS, type FormatId } from "@lumiglyph/contract";
import { UsageError } from "../usage-error.ts";
import type { Source } from "./sources.ts";

/**
 * The file in a folder that each picture's art is written to: its own name with the format's ending. Pictures whose names
 * differ only in their endings keep those. Two that would still be one are refused, as is one that would replace a picture.
 */
export const outNames = (sources: readonly Source[], folder: string, format: FormatId): ReadonlyMap<Source, string> => {
  const shared = new Set(repeated(sources.map(stem)));
  const names = sources.map((source) => {
    const name = shared.has(stem(source)) ? basename(fileOf(source)) : stem(source);
    return join(folder, `${name}.${FORMATS[format].extension}`);
  });
  const [twice] = repeated(names);
  if (twice !== undefined) throw new UsageError(`Two pictures would be written to ${twice}. Draw them one by one.`);
  for (const name of names) refuseReplacing(name, sources);
  return new Map(sources.map((source, at) => [source, names[at]!]));
};

/** Throws where a file that is to be written is one of the pictures. */
export const refuseReplacing = (name: string, sources: readonly Source[]): void => {
  if (sources.some(({ path }) => path !== null && resolve(path) === resolve(name))) {
    throw new UsageError(`${name} is a picture and would be replaced by its art. Name another place with --out.`);
  }
};

const fileOf = ({ path }: Source): string => path ?? "stdin";

const stem = (source: Source): string => basename(fileOf(source), extname(fileOf(source)));

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, at) => names.indexOf(name) !== at);
