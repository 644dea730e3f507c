import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";

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
  return files.map((file) => picture(FIXTURES, file, parse(file).name));
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
