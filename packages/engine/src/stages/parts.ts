import type { RenderParams } from "@lumiglyph/contract";
import { partsHeight, partsWidth } from "../cells.ts";
import type { Codebook } from "../glyphs/codebook.ts";
import { MOSAICS } from "../glyphs/mosaics.ts";
import { spansOf } from "../math/area.ts";
import { byteOfLight, fromTone, luminance, toTone } from "../math/srgb.ts";
import type { PipelineState } from "../pipeline-state.ts";
import { clampTone, type Plane, type Planes3 } from "../plane.ts";
import type { Raster } from "../raster.ts";
import { lightCurve, lightOn, pageGain } from "../search/target.ts";
import { translucentMean } from "./color.ts";
import { denoise } from "./denoise.ts";
import { detail } from "./detail.ts";
import { edges } from "./edges.ts";
import { tone } from "./tone.ts";

/** Whether cells are divided into rectangles of two colors, which are matched part by part. */
export const drawsMosaic = (params: Pick<RenderParams, "color" | "charset">): boolean =>
  params.color && params.charset in MOSAICS;

/** The picture with one pixel for each part of a cell: the mean light of the area it covers. */
export const reduceToParts = ({
  raster,
  size,
  opacity,
  kernels,
}: Pick<PipelineState, "raster" | "size" | "opacity" | "kernels">): Raster => {
  const [width, height] = [partsWidth(size.columns), partsHeight(size.rows)];
  const across = spansOf(raster.width, width);
  const down = spansOf(raster.height, height);
  const data = new Uint8Array(4 * width * height);
  const parts = { width, height, data };
  if (opacity === null) {
    const rows = kernels.partRows(across, raster.width);
    const read = (y: number): void => rows.read(raster.data.subarray(4 * y * raster.width, 4 * (y + 1) * raster.width));
    // each row of pixels is read once, even if it ends one row of parts and starts the next
    let known = -1;
    for (const [row, { first, last, head, tail, scale }] of down.entries()) {
      for (let y = first; y <= last; y++) {
        if (y !== known) read(y);
        known = y;
        rows.add(y === first ? head : y === last ? tail : 1);
      }
      rows.write(scale, data, 4 * row * width);
    }
    return parts;
  }
  const mean = new Float64Array(3);
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to += 4) {
      data[to + 3] = translucentMean(raster, across[column]!, down[row]!, mean, 0);
      for (let channel = 0; channel < 3; channel++) data[to + channel] = byteOfLight(mean[channel]!);
    }
  }
  return parts;
};

/**
 * The target colors of the parts of cells, as sRGB values from 0 to 1, which is roughly perceptual.
 * Their tones come from the same stages as the page's, but at their own scale: a sharper edge is
 * one part wide.
 */
export const wantedParts = (state: PipelineState, params: RenderParams): Planes3 => {
  const parts = state.parts ?? reduceToParts(state);
  const isPaper = params.background === "light";
  const own = state.kernels.partTones(parts, state.planes);
  const opacity = state.opacity === null ? null : opacityOf(parts);
  const { tone: toned } = [tone, denoise, detail, edges]
    .filter(({ wanted }) => wanted(params))
    .reduce((known, { run }) => run(known, params), { ...state, tone: own, opacity });
  const wanted = state.kernels.partColors(parts, toned, isPaper, params.saturation, state.planes);
  if (params.fill === 0 && !drawsMosaic(params)) {
    if (isPaper) pale(wanted, toned.data, state.codebook);
    else darken(wanted, state.codebook);
  }
  return wanted;
};

const opacityOf = ({ width, height, data }: Raster): Plane => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => data[4 * i + 3]! / 255),
});

/** Ink on black cannot be as bright as the picture: scales the page by one gain, in place. */
const darken = (wanted: Planes3, { densest, atlas }: Codebook): void => {
  const gain = (pageGain(densest) * densest) / atlas.full;
  for (const { data } of wanted) for (let i = 0; i < data.length; i++) data[i] = toTone(gain * fromTone(data[i]!));
};

/**
 * Ink on paper cannot be as dark as the picture: gives each part the darkness that ink has for its
 * tone, in its hue, in place.
 */
const pale = ([red, green, blue]: Planes3, toned: Float32Array, { densest, atlas }: Codebook): void => {
  const curve = lightCurve({ densest, background: "light", lift: atlas.lift });
  const [reds, greens, blues] = [red.data, green.data, blue.data];
  for (let i = 0; i < toned.length; i++) {
    const [r, g, b] = [fromTone(reds[i]!), fromTone(greens[i]!), fromTone(blues[i]!)];
    const share = Math.max(0, lightOn(curve, clampTone(toned[i]!))) / Math.max(BRIGHT, 1 - luminance(r, g, b));
    reds[i] = toTone(1 - share * (1 - r));
    greens[i] = toTone(1 - share * (1 - g));
    blues[i] = toTone(1 - share * (1 - b));
  }
};

/** Darkness below which a color counts as white. */
const BRIGHT = 1e-3;
