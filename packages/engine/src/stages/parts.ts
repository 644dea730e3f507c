import type { RenderParams } from "@lumiglyph/contract";
import { partsHeight, partsWidth } from "../cells.ts";
import type { Codebook } from "../glyphs/codebook.ts";
import { MOSAICS } from "../glyphs/mosaics.ts";
import { spansOf } from "../math/area.ts";
import { byteOfLight, fromTone, LIGHT_OF_BYTE, luminance, toTone } from "../math/srgb.ts";
import type { PipelineState, Raster } from "../pipeline-state.ts";
import { clampTone, type Plane, type Planes3 } from "../plane.ts";
import { lightCurve, lightOn, pageGain } from "../search/target.ts";
import { drawsColor, opaqueMean, translucentMean } from "./color.ts";
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
  const write = opacity === null ? opaqueMean : translucentMean;
  const mean = new Float64Array(3);
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to += 4) {
      data[to + 3] = write(raster, across[column]!, down[row]!, mean, 0);
      for (let channel = 0; channel < 3; channel++) data[to + channel] = byteOfLight(mean[channel]!);
    }
  }
  return { width, height, data };
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
