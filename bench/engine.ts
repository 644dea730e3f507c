import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, parse as parsePath } from "node:path";
import { parse, type RenderOptions, refuse } from "@lumiglyph/contract";
import { type DecodedImage, decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { loadKernels, loadShrink, render, type Watch } from "@lumiglyph/engine";

/** Renders a decoded picture the way the service does. */
export type Draw = (picture: DecodedImage, options: RenderOptions, watch?: Watch) => ReturnType<typeof render>;

/** Sets up the engine as a host does. */
export const loadEngine = async (): Promise<Draw> => {
  const fast = { kernels: await loadKernels(WebAssembly), shrink: await loadShrink(WebAssembly) };
  return ({ raster, source }, options, watch) => render(raster, options, { source, ...fast, ...(watch && { watch }) });
};

/** Decodes a file as the service does, without limits. */
export const decode = (bytes: Uint8Array, columns: number): Promise<DecodedImage> =>
  decodeImage(bytes, NO_LIMITS, { columns });

/** Parses a query string with the service's own parser. */
export const readParams = (query: string, columns: number): RenderOptions => {
  const fields = [...new URLSearchParams(query), ["columns", `${columns}`] as const];
  const parsed = parse(fields.map(([name, value]) => ({ name, value, origin: "query" })));
  if ("problems" in parsed) throw refuse(parsed.problems);
  return parsed.options;
};

/** A picture to measure with. */
export type Picture = { readonly file: string; readonly class: string; readonly read: () => Uint8Array };

const FIXTURES = join(import.meta.dirname, "../fixtures");

/** Used where one picture is enough. */
export const STILL_LIFE = join(FIXTURES, "still-life.png");

/** The pictures of a corpus, or the project's own paintings, each as a separate class. */
export const listPictures = async (corpus: string | null): Promise<readonly Picture[]> => {
  const folder = corpus ?? FIXTURES;
  const rows = corpus === null ? await listPaintings() : listCorpus(corpus);
  return rows.map((row) => ({ file: row.file, class: row.class, read: () => readFileSync(join(folder, row.file)) }));
};

type Row = { readonly file: string; readonly class: string };

const listPaintings = async (): Promise<readonly Row[]> => {
  const files = (await readdir(FIXTURES)).filter((file) => file.endsWith(".png")).toSorted();
  return files.map((file) => ({ file, class: parsePath(file).name }));
};

const listCorpus = (folder: string): readonly Row[] => {
  const rows = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as (Row & { readonly set: string })[];
  return rows.filter(({ set }) => set === "fidelity");
};
