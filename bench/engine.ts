import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, parse as parsePath } from "node:path";
import { parse, type RenderOptions, refuse } from "@lumiglyph/contract";
import { type DecodedImage, decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { loadKernels, render, type Watch } from "@lumiglyph/engine";

/** Renders a decoded picture the way the service does. */
export type Draw = (picture: DecodedImage, options: RenderOptions, watch?: Watch) => ReturnType<typeof render>;

/** The engine as a host sets it up: the only place that knows how. */
export const loadEngine = async (): Promise<Draw> => {
  const kernels = await loadKernels(WebAssembly);
  return ({ raster, source }, options, watch) => render(raster, options, { source, kernels, ...(watch && { watch }) });
};

/** A file's picture, decoded as the service does, with no limit that a picture worth measuring would meet. */
export const decode = (bytes: Uint8Array, columns: number): Promise<DecodedImage> =>
  decodeImage(bytes, NO_LIMITS, columns);

/** Parameters as a query string spells them, through the service's own gate. */
export const readParams = (query: string, columns: number): RenderOptions => {
  const fields = [...new URLSearchParams(query), ["columns", `${columns}`] as const];
  const parsed = parse(fields.map(([name, value]) => ({ name, value, origin: "query" })));
  if ("problems" in parsed) throw refuse(parsed.problems);
  return parsed.options;
};

/** A picture to measure with. */
export type Picture = { readonly file: string; readonly class: string; readonly read: () => Uint8Array };

const FIXTURES = join(import.meta.dirname, "../fixtures");

/** A picture of the project's own, used where one is enough. */
export const STILL_LIFE = join(FIXTURES, "still-life.png");

/** The pictures of a corpus, or the project's own paintings, each a class by itself. */
export const listPictures = async (corpus: string | null): Promise<readonly Picture[]> =>
  corpus === null ? await listPaintings() : listCorpus(corpus);

const listPaintings = async (): Promise<readonly Picture[]> => {
  const files = (await readdir(FIXTURES)).filter((file) => file.endsWith(".png")).toSorted();
  return files.map((file) => picture(FIXTURES, file, parsePath(file).name));
};

type ManifestRow = { readonly file: string; readonly class: string; readonly set: string };

const listCorpus = (folder: string): readonly Picture[] => {
  const rows = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as readonly ManifestRow[];
  return rows.filter(({ set }) => set === "fidelity").map((row) => picture(folder, row.file, row.class));
};

const picture = (folder: string, file: string, kind: string): Picture => ({
  file,
  class: kind,
  read: () => readFileSync(join(folder, file)),
});
