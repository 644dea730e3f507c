import { byteOfLight } from "../math/srgb.ts";
import type { Hues } from "../pipeline-state.ts";
import type { Stage } from "../stage.ts";
import { hasGrounds, huesOf, meansOf } from "./color.ts";

/**
 * Gives each cell the color of its ink. Glyphs matched in white carry the light alone, so they get
 * the brightest ink of their hue.
 */
export const grid: Stage = {
  name: "grid",
  summary: "the ink of each cell",
  wanted: (params) => params.color,
  run: (state, params) => {
    const { pairs } = state;
    if (pairs !== null) {
      return { ...state, colors: bytesOf(pairs.inks), grounds: hasGrounds(params) ? bytesOf(pairs.grounds) : null };
    }
    const hues = state.hues ?? huesOf(meansOf(state), params.saturation);
    return { ...state, colors: inkColors(hues, state.inks ?? hues.most, new Uint8Array(hues.hue.length)) };
  },
};

export const bytesOf = (colors: Float32Array): Uint8Array => {
  const bytes = new Uint8Array(colors.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = byteOfLight(colors[i]!);
  return bytes;
};

/** Writes the inks of these hues and luminances as sRGB bytes, three per cell. */
export const inkColors = ({ hue }: Hues, inks: Float32Array, out: Uint8Array): Uint8Array => {
  for (let cell = 0, at = 0; cell < inks.length; cell++, at += 3) {
    for (let i = at; i < at + 3; i++) out[i] = byteOfLight(hue[i]! * inks[cell]!);
  }
  return out;
};
