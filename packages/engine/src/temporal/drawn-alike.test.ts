import { PARAM_NAMES, type ParamName, type RenderParams } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { optionsWith, paramsWith } from "../../../../tests/support/params.ts";
import { paint } from "../../../../tests/support/rasters.ts";
import { PLAIN_KERNELS } from "../kernels.ts";
import { areDrawnAlike, openStream } from "./stream.ts";

const BASE: Partial<RenderParams> = { columns: 24, color: true };

/** What else has to be so that some parameters act at all. */
const CONDITIONS: Partial<Record<ParamName, Partial<RenderParams>>> = {
  edgeStrength: { edges: true, edgeStrength: 0.3 },
  structure: { glyphStrategy: "fixed", structure: 0 },
};

/** For every parameter a value that is not its default. */
const OTHERS: RenderParams = {
  columns: 25,
  charset: "standard",
  color: false,
  dither: true,
  invert: true,
  contrast: 1.6,
  brightness: 0.2,
  gamma: 1.4,
  saturation: 0.2,
  edges: true,
  edgeStrength: 1,
  sharpen: 1,
  autoLevels: 0,
  structure: 1,
  denoise: 1,
  glyphStrategy: "fixed",
  maxGlyphRmse: 0.08,
  motionSensitivity: 0.1,
  qualityTarget: "motion",
  autoOptimize: 0,
  format: "html",
  monoColor: "#ff8800",
};

/** A disc with stripes: every parameter has something to do. */
const PICTURE = paint(96, 72, (x, y) => {
  const light = Math.hypot(x - 48, y - 36) < 30 ? 90 + 2 * x - ((x + y) % 9) * 9 : 20 + y;
  return [light, light / 2, 255 - light];
});

const firstPage = (params: Partial<RenderParams>): string => {
  const { characters, cells } = openStream({ kernels: PLAIN_KERNELS }).next(PICTURE, optionsWith(params));
  return Array.from(cells, (place) => characters[place]).join("");
};

test.each(PARAM_NAMES.filter((name) => name !== "columns"))(
  "another %s is drawn alike exactly where the page is the same",
  (name) => {
    const base = { ...BASE, ...CONDITIONS[name] };
    const other = { ...base, [name]: OTHERS[name] };
    expect(paramsWith(other)[name]).not.toEqual(paramsWith(base)[name]);
    expect(areDrawnAlike(paramsWith(base), paramsWith(other))).toBe(firstPage(other) === firstPage(base));
  },
);
