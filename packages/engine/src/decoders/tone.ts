import { DEFAULT_PARAMS, type GridSize } from "@lumiglyph/contract";
import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { ATLAS, type Atlas, atlasFor } from "../glyphs/atlas.ts";
import { power } from "../math/power.ts";
import { LIGHT_OF_BYTE, luminance, toLight, toTone } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH, footprintsOf, MARGIN, once } from "../search/footprints.ts";
import { liftOn, lightShown, type PageTones, pageGain, toneOn } from "../search/target.ts";
import { densestOf } from "../stages/codebook.ts";
import { drawsInks } from "../stages/color.ts";
import { isFlipped } from "../stages/tone.ts";
import { type DecodedArt, surroundingsOf } from "./decoded-art.ts";

/**
 * The light that each cell represents, relative to the densest glyph of the charset, decoded according to how the glyphs
 * were placed.
 */
export const cellLight = (art: DecodedArt): Plane => {
  const { columns: width, rows: height } = art.size;
  if (art.lights !== null) return { width, height, data: art.lights };
  const lights = lightsOf(art);
  const data = art.diffused
    ? decodeDiffused(lights, art.size)
    : decodeCells(lights, art.size, art.glyphs, atlasFor(art.charset, art.background, art.font));
  return { width, height, data };
};

/** Linear light, 0 to 1, of the picture that the art represents, with the tone curve and `invert` undone. */
export const pictureLight = (light: Plane, art: DecodedArt): Plane => {
  const { charset, characters, background, font, chroma, inks, lights, inverted, params } = art;
  const hasInks = inks !== null && params !== null && drawsInks(params);
  const page = {
    densest: densestOf(charset, background, font, characters),
    inked: inks !== null,
    background,
    lift: atlasFor(charset, background, font).lift,
  };
  // on paper, less ink means more light
  const flipped = lights === null ? isFlipped({ invert: inverted, background }) : inverted;
  const out = makePlane(light.width, light.height);
  for (let i = 0; i < out.data.length; i++) {
    const most = hasInks ? brightestOf(chroma!, i) : null;
    const tone = lights === null ? toneOf(light.data[i]!, page, most) : toTone(light.data[i]!);
    out.data[i] = toLight(flipped ? 1 - tone : tone);
  }
  return out;
};

/** Luminance of the brightest ink of a cell's hue. */
const brightestOf = (chroma: Uint8Array, cell: number): number => {
  const [red, green, blue] = [0, 1, 2].map((channel) => LIGHT_OF_BYTE[chroma[3 * cell + channel]!]!);
  return luminance(red!, green!, blue!) / Math.max(red!, green!, blue!) || 1;
};

/**
 * The tone, 0 to 1, for light relative to the densest glyph: the inverse of `lightOfTone`, or of `lightOfInks` if given the
 * luminance of the brightest ink of the cell's hue.
 */
export const toneOf = (light: number, page: PageTones, most: number | null = null): number => {
  const { densest, inked = false, background = "dark", lift = liftOn(background) } = page;
  const shown = most === null ? light : lightShown(light * densest, most, densest) / densest;
  return inked
    ? toTone(Math.min(1, Math.max(0, shown / pageGain(densest))))
    : Math.min(1, power(toneOn(light * densest, background) / toneOn(densest, background), 1 / lift));
};

/**
 * Factor by which the picture is darker than characters on paper, where the page has this light.
 */
export const darknessGain = (light: number, page: PageTones): number => {
  const taken = Math.max(FAINT, 1 - light);
  return (1 - toLight(1 - toneOf(taken / page.densest, page))) / taken;
};

/** Negative darkness counts as none. */
const FAINT = 1e-3;

/** Measured light of each cell's glyph in its ink, relative to the densest glyph in white. */
const lightsOf = ({ glyphs, inks, charset, characters, background, font }: DecodedArt): Float32Array => {
  const densest = densestOf(charset, background, font, characters);
  const { tone } = atlasFor(charset, background, font);
  return Float32Array.from(glyphs, (glyph, cell) => (tone[glyph]! / densest) * (inks?.[cell] ?? 1));
};

/**
 * Removes grain and keeps edges: the local Wiener filter (Lee, 1980). Where the light around a cell varies no more than
 * the choice of glyphs makes it vary, the cell becomes the local mean.
 */
export const wienerFilter = (light: Float32Array, size: GridSize): Float32Array => {
  const { mean, variance } = surroundingsOf(light, size);
  for (let cell = 0; cell < mean.length; cell++) {
    const kept = variance[cell]! / (variance[cell]! + GRAIN);
    mean[cell] = mean[cell]! + kept * (light[cell]! - mean[cell]!);
  }
  return mean;
};

/**
 * Variance that the glyphs themselves add to even light: the error limit of the default codebook.
 */
const GRAIN = DEFAULT_PARAMS.maxGlyphRmse * DEFAULT_PARAMS.maxGlyphRmse;

/** Cells that a glyph visibly lights: its own and the eight around it. */
export const AROUND = 9;

/** Row of `spreadsOf(ATLAS)` for a glyph of unknown shape: the mean of the printable ASCII glyphs. */
export const ANY_SHAPE = ATLAS.glyphs.length;

/**
 * How the eye's blur spreads the light of each glyph over its own and the neighboring cells: `AROUND` shares per glyph,
 * summing to 1, row by row from the top left. A `_` gives much of its light to the cell below, a `'` to the one above.
 */
export const spreadsOf: (atlas: Atlas) => Float32Array = once(spreads);

function spreads(atlas: Atlas): Float32Array {
  const { glyphs } = atlas;
  const out = new Float32Array((glyphs.length + 1) * AROUND);
  const all = new Float64Array(AROUND);
  for (let glyph = 0; glyph < glyphs.length; glyph++) {
    const light = lightAround(footprintsOf(atlas), glyph);
    out.set(shares(light), glyph * AROUND);
    if (glyphs[glyph]! <= "~") for (let i = 0; i < AROUND; i++) all[i] = all[i]! + light[i]!;
  }
  out.set(shares(all), glyphs.length * AROUND);
  return out;
}

/** Light of the footprint's samples, summed by cell. */
function lightAround(footprints: Float64Array, glyph: number): Float64Array {
  const light = new Float64Array(AROUND);
  for (let y = 0, at = glyph * FOOT; y < FOOT_HEIGHT; y++) {
    for (let x = 0; x < FOOT_WIDTH; x++, at++) {
      const cell = 3 * neighbor(y, CELL_HEIGHT) + neighbor(x, CELL_WIDTH);
      light[cell] = light[cell]! + footprints[at]!;
    }
  }
  return light;
}

/** 0, 1 or 2 for a sample before, in or after the glyph's own cell. Light that reaches farther is negligible. */
function neighbor(sample: number, cell: number): number {
  if (sample < MARGIN) return 0;
  return sample < MARGIN + cell ? 1 : 2;
}

function shares(light: Float64Array): Float64Array {
  const total = light.reduce((sum, value) => sum + value, 0);
  return total === 0 ? light : light.map((value) => value / total);
}

/**
 * Computes the light that cells represent from the light of their glyphs; both relative to the
 * densest glyph. The search places glyphs so that the *blurred* grid is right, so each cell is read
 * after that blur, and the remaining grain is filtered out. `glyphs`, as indexes into the atlas,
 * locate each glyph's light in its cell; without them every glyph has the mean shape.
 */
export const decodeCells = (
  inks: Float32Array,
  size: GridSize,
  glyphs: ArrayLike<number> = new Uint8Array(inks.length).fill(ANY_SHAPE),
  atlas: Atlas = ATLAS,
): Float32Array => wienerFilter(seenCells(inks, size, glyphs, spreadsOf(atlas)), size);

/**
 * The same for a grid placed by error diffusion, which uses mean light alone and compensates each
 * error in the next cells, so only grain has to be removed.
 */
export const decodeDiffused = (inks: Float32Array, size: GridSize): Float32Array =>
  wienerFilter(wienerFilter(inks, size), size);

/** Light of each cell as seen from reading distance. Beyond the border the outermost cells repeat. */
const seenCells = (
  inks: Float32Array,
  { columns, rows }: GridSize,
  glyphs: ArrayLike<number>,
  spreads: Float32Array,
): Float32Array => {
  const out = new Float32Array(inks.length);
  // a neighbor's share points back at this cell: the top left one gives its bottom right share (8), and so on
  const given = (cell: number, share: number): number => inks[cell]! * spreads[glyphs[cell]! * AROUND + share]!;
  for (let row = 0, cell = 0; row < rows; row++) {
    const above = row === 0 ? 0 : -columns;
    const below = row === rows - 1 ? 0 : columns;
    for (let column = 0; column < columns; column++, cell++) {
      const left = column === 0 ? cell : cell - 1;
      const right = column === columns - 1 ? cell : cell + 1;
      const fromAbove = given(left + above, 8) + given(cell + above, 7) + given(right + above, 6);
      const fromBeside = given(left, 5) + given(cell, 4) + given(right, 3);
      const fromBelow = given(left + below, 2) + given(cell + below, 1) + given(right + below, 0);
      out[cell] = fromAbove + fromBeside + fromBelow;
    }
  }
  return out;
};
