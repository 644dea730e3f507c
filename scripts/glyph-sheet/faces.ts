import { existsSync } from "node:fs";
import { ATLAS, toLight } from "@lumiglyph/engine";
import { coverageOf, createAtlas, readOutlines } from "../../apps/studio/src/worker/paint/atlas.ts";
import { decode, loadEngine, readParams } from "../../bench/engine.ts";
import { resizeByArea } from "../../bench/judge/area.ts";
import { judgeFor } from "../../bench/judge/judge.ts";
import type { Pen } from "../../bench/judge/pen.ts";
import { stampOf } from "../../bench/judge/stamp.ts";
import { CELL, type View } from "../../bench/judge/view.ts";
import { listPictures } from "../../bench/pictures.ts";
import { mean } from "../../bench/statistics/averages.ts";
import { printTable } from "../../bench/table.ts";
import { jetBrainsMono } from "./baked-glyphs.ts";
import { readFace } from "./face.ts";
import { outlinesFile } from "./outlines-file.ts";

/** How much of the ink each pixel of a character takes, 0 to 255. */
type Drawing = (character: string, cell: number) => Uint8Array;

const CELLS = [8, 9, 12, 16, 32] as const;
const COLUMNS = 120;

/** Prints how faithful pages of a corpus, or of the project's own pictures, look in each face to the judge of `bench/`. */
export const judgeFaces = async (corpus: string | null): Promise<void> => {
  const draw = await loadEngine();
  const pens = facePens();
  const scores = pens.map((): number[][] => [[], [], []]);
  for (const { read } of await listPictures(corpus)) {
    const text = draw(await decode(read(), COLUMNS), readParams("", COLUMNS)).body;
    for (const [i, { pen }] of pens.entries()) {
      const { ssim_full, ssim_half, edgef1 } = (await judgeFor(read(), pen))(text);
      for (const [j, score] of [ssim_full, ssim_half, edgef1].entries()) scores[i]![j]!.push(score);
    }
  }
  const rows = pens.map(({ face, cell }, i) => [face, `${cell}`, ...scores[i]!.map((all) => mean(all).toFixed(3))]);
  printTable(["face", "cell", "ssim_full", "ssim_half", "edgef1"], rows);
};

const facePens = (): readonly { readonly face: string; readonly cell: number; readonly pen: Pen }[] =>
  CELLS.flatMap((cell) =>
    Object.entries(drawings()).map(([face, drawing]) => ({ face, cell, pen: penOf(drawing, cell) })),
  );

const FACES: { readonly [name: string]: string } = {
  "JetBrains Mono 300": jetBrainsMono(300),
  "JetBrains Mono 400": jetBrainsMono(400),
  "JetBrains Mono 500": jetBrainsMono(500),
  "DejaVu Sans Mono": "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
};

/** Faces by their plain coverage, and by what the studio makes of it. */
const drawings = (): { readonly [face: string]: Drawing } => {
  const faces = Object.entries(FACES).filter(([, path]) => existsSync(path));
  return Object.fromEntries(
    faces.flatMap(([name, path]) => {
      const file = new Uint8Array(outlinesFile(readFace(path), LETTERS, "")).buffer;
      return [
        [name, covering(file)],
        [`${name}, as painted`, painting(file)],
      ];
    }),
  );
};

/** The rest is drawn by rule. */
const LETTERS = ATLAS.glyphs.filter((glyph) => glyph.codePointAt(0)! < 0x7f);

const covering = (file: ArrayBuffer): Drawing => {
  const outlines = readOutlines(file, LETTERS.length);
  return (character, cell) => coverageOf(outlines, ATLAS.indexOf(character), cell);
};

const painting = (file: ArrayBuffer): Drawing => {
  const atlas = createAtlas(file);
  return (character, cell) => atlas(cell).alphaOf(ATLAS.indexOf(character));
};

/** The ink of the calibration. */
const INK = 0xe5 / 255;

/** The judge sees cells of 8 × 16 pixels; the light of others is averaged to that. */
const penOf = (drawing: Drawing, cell: number): Pen => {
  const stamps = new Map<string, View>();
  const stampFor = (character: string): View => {
    const data = Float32Array.from(drawing(character, cell), (byte) => toLight((INK * byte) / 255));
    return stampOf(resizeByArea({ width: cell, height: 2 * cell, data }, CELL.width, CELL.height).data);
  };
  return (character) => {
    const stamp = stamps.get(character) ?? stampFor(character);
    stamps.set(character, stamp);
    return stamp;
  };
};
