import { type Color, lightOf, toneOf } from "../support/srgb.ts";
import type { Calibration } from "./calibration.ts";

/** A component of a score as claimed by a response. */
export type Claim = { readonly name: string; readonly value: number; readonly threshold: number };

/** Characters and, if they were drawn in color, the linear color of each cell's ink. */
export type Page = {
  readonly lines: readonly string[];
  readonly inks: readonly Color[] | null;
  /** The linear color of each cell's background, if cells have two colors. */
  readonly grounds: readonly Color[] | null;
  /** Whether it lies on paper alone: then all of `grounds` are white. */
  readonly isPaper: boolean;
  readonly isBare: boolean;
};

/** The contents of a `json` or `json-compact` response, and nothing else. */
export type Response = Page & {
  readonly columns: number;
  readonly rows: number;
  readonly glyphs: {
    readonly charset: string;
    readonly codebook: string;
    readonly inks: readonly number[];
    readonly rmse: number;
    /** The error of the cells' light. */
    readonly drawn: number;
    /** The strokes along contours, and the share of cells that have one. */
    readonly contours: { readonly glyphs: string; readonly share: number };
    /** The number of cells for each target light, in 256 steps over 0 to 1. */
    readonly tones: readonly number[];
  };
  readonly quality: {
    readonly target: string;
    readonly status: string;
    readonly score: number;
    readonly metric: string;
    readonly font: string;
    readonly components: readonly Claim[];
  };
  /** The render parameters. */
  readonly params: KnownParams;
};

/** Published defaults, as far as the tones depend on them. */
const DEFAULTS = {
  characters: "",
  contrast: 1.15,
  brightness: 0,
  gamma: 1,
  invert: false,
  background: "dark",
  autoLevels: 0.9,
  denoise: 0.35,
  sharpen: 0.35,
  structure: 0.55,
  dither: false,
  edges: false,
  edgeStrength: 1.8,
};

/** Parameters by their names. */
export type Params = { readonly [name: string]: unknown };

/** All parameters that affect the tones. */
export type KnownParams = Readonly<typeof DEFAULTS> & Params;

/** Reads a response. A compact one only lists tuned parameters: `asked` supplies the others. */
export const readResponse = (text: string, asked: Params = {}): Response => {
  const body = JSON.parse(text);
  const lines: readonly string[] = body.lines ?? body.text.slice(0, -1).split("\n");
  const tuned = Object.entries<{ to: number }>(body.quality.tuned).map(([name, { to }]) => [name, to]);
  const params = { ...DEFAULTS, ...asked, ...Object.fromEntries(tuned), ...body.params };
  const isColored = body.quality.components.some(({ name }: Claim) => name === "color");
  const inks = isColored ? colorsOf(body.colors ?? body.chroma) : null;
  const isPaper = params["background"] === "light";
  const white = isPaper && inks !== null ? inks.map((): Color => [1, 1, 1]) : null;
  return {
    ...body,
    lines,
    inks,
    grounds: body.grounds === undefined ? white : colorsOf(body.grounds),
    isPaper,
    isBare: isPaper && body.grounds === undefined,
    params,
  };
};

/** Colors in hexadecimal, or three bytes a cell in base64. */
const colorsOf = (written: string[][] | { readonly data: string }): readonly Color[] => {
  const isHex = Array.isArray(written);
  const hex = isHex
    ? written
        .flat()
        .map((color) => color.slice(1))
        .join("")
    : "";
  const bytes = Buffer.from(isHex ? hex : written.data, isHex ? "hex" : "base64");
  const light = (at: number): number => lightOf(bytes[at]! / 255);
  return Array.from({ length: bytes.length / 3 }, (_, cell) => [
    light(3 * cell),
    light(3 * cell + 1),
    light(3 * cell + 2),
  ]);
};

/**
 * A glyph's contribution to the background of a cell of two colors, with its share as in the
 * calibration. The share of the soft edges of letters is between that in white on black and that in
 * black on white, as published.
 */
export const addedTo = (ground: Color, ink: Color, glyph: string, calibration: Calibration): Color => {
  const { light, full, cover, isPaper } = calibration;
  const parts = light.get(glyph)!;
  const measured = parts.reduce((sum, part) => sum + part, 0) / parts.length / full;
  const own = cover.get(glyph)!;
  const soft = (isPaper ? -1 : 1) * (measured - own);
  const added = (i: 0 | 1 | 2): number => {
    const share = own + soft * (toneOf(ink[i]) - toneOf(ground[i]));
    return measured === 0 ? 0 : (share / measured) * (ink[i] - ground[i]);
  };
  return [added(0), added(1), added(2)];
};
