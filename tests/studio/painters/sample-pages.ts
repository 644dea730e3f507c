import { ATLAS } from "@lumiglyph/engine";
import type { PaintedPage, Rgb } from "../../../apps/studio/src/worker/paint/page.ts";
import { noise } from "../../support/rasters.ts";

export const BLACK: Rgb = [0, 0, 0];
export const PAPER: Rgb = [0xf5, 0xf2, 0xea];

type SampleOptions = Partial<Pick<PaintedPage, "columns" | "rows" | "ink" | "ground">> & { readonly colored?: boolean };

/** A page of random glyphs, a third of them blank; deterministic per seed. */
export const samplePage = (seed: number, given: SampleOptions = {}): PaintedPage => {
  const { columns = 24, rows = 9, ink = [0xe5, 0xe5, 0xe5], ground = BLACK, colored = false } = given;
  const next = noise(seed);
  const byte = () => Math.floor(256 * next());
  const glyph = () => Math.max(0, Math.floor((1.5 * next() - 0.5) * ATLAS.glyphs.length));
  return {
    columns,
    rows,
    glyphs: Uint8Array.from({ length: columns * rows }, glyph),
    colors: colored ? Uint8Array.from({ length: 3 * columns * rows }, byte) : null,
    ink,
    ground,
  };
};
