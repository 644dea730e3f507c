import { rowsFor } from "@lumiglyph/contract";
import { workingHeight, workingWidth } from "@lumiglyph/engine";
import type { Header } from "./header.ts";

/** A raster's size in pixels. */
export type Size = { readonly width: number; readonly height: number };

/**
 * The size that a picture comes in: its own, or, for a JPEG much larger than the engine can use, just what it can use.
 *
 * A JPEG's decoder can leave out detail instead of computing it, from a quarter on in both directions. It averages encoded
 * values rather than light, which a sharp filter mends in part. Measured on seven photographs at 120 columns it costs .002
 * of structural similarity; a 2 MP file takes six tenths of the time, a 24 MP one half. Other formats come whole: their decoders
 * would save little, and a PNG is to give the same raster everywhere.
 */
export const sizeToRead = ({ format, width, height }: Header, columns: number): Size => {
  const enough = { width: workingWidth(columns), height: workingHeight(rowsFor(columns, width, height)) };
  const isLarge = width >= LARGE * enough.width && height >= LARGE * enough.height;
  return format === "jpeg" && isLarge ? enough : { width, height };
};

const LARGE = 4;
