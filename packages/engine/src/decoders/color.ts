import type { GridSize } from "@lumiglyph/contract";
import { LIGHT_OF_BYTE } from "../math/srgb.ts";
import { makePlane, type Plane } from "../plane.ts";
import { enlarge } from "./enlarge.ts";

/** How much brighter a picture with form is than the even one, sample by sample. */
export const reliefOf = (picture: Plane, even: Plane): Plane => {
  const out = makePlane(picture.width, picture.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = (picture.data[i]! + DARK) / (even.data[i]! + DARK);
  return out;
};

/** Light around which form is not to be trusted: it would be specks, many times brighter than their ground. */
const DARK = 0.05;

/** One channel of chroma on the samples of a relief, in linear light: the cells' own color, brighter and darker within them. */
export const coloredLight = (
  chroma: Uint8Array,
  channel: number,
  { columns, rows }: GridSize,
  relief: Plane,
): Plane => {
  const cells = makePlane(columns, rows);
  for (let cell = 0; cell < cells.data.length; cell++) cells.data[cell] = LIGHT_OF_BYTE[chroma[3 * cell + channel]!]!;
  const light = enlarge(cells, relief.width, relief.height);
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! * relief.data[i]!;
  return light;
};
