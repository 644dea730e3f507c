import { glyphsOf, type PaintedPage, type Rgb } from "@lumiglyph/engine/paint/page";
import { noise } from "../../support/rasters.ts";

export const BLACK: Rgb = [0, 0, 0];
export const PAPER: Rgb = [0xf5, 0xf2, 0xea];

type SampleOptions = Partial<Pick<PaintedPage, "columns" | "rows" | "ink" | "ground" | "mosaic" | "cellAspect">> & {
  readonly colored?: boolean;
  readonly grounded?: boolean;
};

/** A page of random glyphs, a third of them blank; deterministic per seed. */
export const samplePage = (seed: number, given: SampleOptions = {}): PaintedPage => {
  const {
    columns = 24,
    rows = 9,
    ink = [0xe5, 0xe5, 0xe5],
    ground = BLACK,
    mosaic = null,
    cellAspect = 0.5,
    colored = false,
    grounded = false,
  } = given;
  const next = noise(seed);
  const byte = () => Math.floor(256 * next());
  const count = glyphsOf(mosaic).length;
  const glyph = () => Math.max(0, Math.floor((1.5 * next() - 0.5) * count));
  return {
    columns,
    rows,
    glyphs: Uint8Array.from({ length: columns * rows }, glyph),
    colors: colored ? Uint8Array.from({ length: 3 * columns * rows }, byte) : null,
    mosaic,
    font: "any",
    grounds: grounded ? Uint8Array.from({ length: 3 * columns * rows }, byte) : null,
    ink,
    ground,
    cellAspect,
    glow: 0,
  };
};
