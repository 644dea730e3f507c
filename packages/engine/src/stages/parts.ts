import type { RenderParams } from "@lumiglyph/contract";
import { partsHeight, partsWidth } from "../cells.ts";
import type { Codebook } from "../glyphs/codebook.ts";
import { MOSAICS } from "../glyphs/mosaics.ts";
import { type Span, spansOf } from "../math/area.ts";
import { byteOfLight, fromTone, LIGHT_OF_BYTE, luminance, toTone } from "../math/srgb.ts";
import type { PipelineState, Raster } from "../pipeline-state.ts";
import { clampTone, type Plane, type Planes3 } from "../plane.ts";
import { lightCurve, lightOn, pageGain } from "../search/target.ts";
import { drawsColor, translucentMean } from "./color.ts";
import { denoise } from "./denoise.ts";
import { detail } from "./detail.ts";
import { edges } from "./edges.ts";
import { tone } from "./tone.ts";

/** Whether cells are divided into rectangles of two colors, which are matched part by part. */
export const drawsMosaic = (params: Pick<RenderParams, "color" | "format" | "charset">): boolean =>
  drawsColor(params) && params.charset in MOSAICS;

/** The picture with one pixel for each part of a cell, in which the light of what it covers is averaged. */
export const reduceToParts = ({
  raster,
  size,
  opacity,
}: Pick<PipelineState, "raster" | "size" | "opacity">): Raster => {
  const [width, height] = [partsWidth(size.columns), partsHeight(size.rows)];
  const across = spansOf(raster.width, width);
  const down = spansOf(raster.height, height);
  const data = new Uint8Array(4 * width * height);
  const parts = { width, height, data };
  if (opacity === null) {
    reduceOpaque(raster, across, down, parts);
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

/** The same without transparency: each row of pixels is read once, be it the last of one row of parts and the first of the next. */
const reduceOpaque = (
  raster: Raster,
  across: readonly Span[],
  down: readonly Span[],
  { width, data }: Raster,
): void => {
  let known = -1;
  const pixels = new Float64Array(3 * width);
  const sums = new Float64Array(3 * width);
  for (const [row, { first, last, head, tail, scale }] of down.entries()) {
    sums.fill(0);
    for (let y = first; y <= last; y++) {
      if (y !== known) readRow(raster, y, across, pixels);
      known = y;
      const weight = y === first ? head : y === last ? tail : 1;
      for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + weight * pixels[i]!;
    }
    for (let column = 0, i = 0, to = 4 * row * width; column < width; column++, i += 3, to += 4) {
      const share = across[column]!.scale * scale;
      data[to] = byteOfLight(sums[i]! * share);
      data[to + 1] = byteOfLight(sums[i + 1]! * share);
      data[to + 2] = byteOfLight(sums[i + 2]! * share);
      data[to + 3] = 255;
    }
  }
};

/** Adds up the light of a row of pixels in the columns of the parts. */
const readRow = ({ width, data }: Raster, y: number, across: readonly Span[], out: Float64Array): void => {
  for (let column = 0, to = 0; column < across.length; column++, to += 3) {
    const { first, last, head, tail } = across[column]!;
    let at = (y * width + first) * 4;
    let red = head * LIGHT_OF_BYTE[data[at]!]!;
    let green = head * LIGHT_OF_BYTE[data[at + 1]!]!;
    let blue = head * LIGHT_OF_BYTE[data[at + 2]!]!;
    for (let x = first + 1; x < last; x++) {
      at += 4;
      red += LIGHT_OF_BYTE[data[at]!]!;
      green += LIGHT_OF_BYTE[data[at + 1]!]!;
      blue += LIGHT_OF_BYTE[data[at + 2]!]!;
    }
    if (last > first) {
      at += 4;
      red += tail * LIGHT_OF_BYTE[data[at]!]!;
      green += tail * LIGHT_OF_BYTE[data[at + 1]!]!;
      blue += tail * LIGHT_OF_BYTE[data[at + 2]!]!;
    }
    out[to] = red;
    out[to + 1] = green;
    out[to + 2] = blue;
  }
};

/**
 * The colors that the parts of cells should show, as sRGB values from 0 to 1, which is about how they are seen. They get
 * their tones from the same stages as the page, but at their own scale: a sharper edge is one part wide.
 */
export const wantedParts = (state: PipelineState, params: RenderParams): Planes3 => {
  const { width, height, data } = state.parts ?? reduceToParts(state);
  const isPaper = params.background === "light";
  const plane = (): Plane => state.planes(width, height);
  const opacity = state.opacity === null ? null : plane();
  const own = plane();
  for (let i = 0, at = 0; i < own.data.length; i++, at += 4) {
    const red = LIGHT_OF_BYTE[data[at]!]!;
    const green = LIGHT_OF_BYTE[data[at + 1]!]!;
    own.data[i] = toTone(luminance(red, green, LIGHT_OF_BYTE[data[at + 2]!]!) * SHARE_OF_BYTE[data[at + 3]!]!);
    if (opacity !== null) opacity.data[i] = SHARE_OF_BYTE[data[at + 3]!]!;
  }
  const toned = [tone, denoise, detail, edges]
    .filter(({ wanted }) => wanted(params))
    .reduce((parts, { run }) => run(parts, params), { ...state, tone: own, opacity }).tone.data;
  const wanted: Planes3 = [plane(), plane(), plane()];
  const [reds, greens, blues] = [wanted[0].data, wanted[1].data, wanted[2].data];
  for (let i = 0, at = 0; i < toned.length; i++, at += 4) {
    const alpha = SHARE_OF_BYTE[data[at + 3]!]!;
    // white shows through what is transparent on paper
    const paper = isPaper ? 1 - alpha : 0;
    const red = alpha * LIGHT_OF_BYTE[data[at]!]! + paper;
    const green = alpha * LIGHT_OF_BYTE[data[at + 1]!]! + paper;
    const blue = alpha * LIGHT_OF_BYTE[data[at + 2]!]! + paper;
    const light = luminance(red, green, blue);
    const shown = within(toned[i]!);
    const gain = fromTone(isPaper ? 1 - shown : shown) / (light + BLACK);
    reds[i] = toTone(gain * (light + BLACK + (red - light) * params.saturation));
    greens[i] = toTone(gain * (light + BLACK + (green - light) * params.saturation));
    blues[i] = toTone(gain * (light + BLACK + (blue - light) * params.saturation));
  }
  if (params.fill === 0 && !drawsMosaic(params)) (isPaper ? pale : darken)(wanted, toned, state.codebook);
  return wanted;
};

/** Ink on black cannot be as bright as the picture: one gain for the page, in place. */
const darken = (wanted: Planes3, _toned: Float32Array, { densest, atlas }: Codebook): void => {
  const gain = (pageGain(densest) * densest) / atlas.full;
  for (const { data } of wanted) for (let i = 0; i < data.length; i++) data[i] = toTone(gain * fromTone(data[i]!));
};

/** Ink on paper cannot be as dark: as much darkness as it has for these tones, in their hues, in place. */
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

const SHARE_OF_BYTE = Float64Array.from({ length: 256 }, (_, byte) => byte / 255);

const within = (tone: number): number => Math.min(1, Math.max(0, tone));

/** Light below which a color counts less and less. */
const BLACK = 1e-5;
