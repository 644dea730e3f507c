import { CELL_ASPECT, type GridSize, type ParsedParams } from "@lumiglyph/contract";
import type { Kernels, Print, Raster, Steps } from "@lumiglyph/engine";
import { cut } from "./cut.ts";
import { mostContrasted } from "./most-contrasted.ts";
import { openNegative } from "./open-negative.ts";

/** A part of a picture that shows what a look does to it. */
export type Detail = {
  /** The part, drawn quickly on the detail's own grid, whatever columns the parameters ask for. */
  readonly sketch: (parsed: ParsedParams) => Steps<Print>;
};

/** The most contrasted part of a picture, in the shape of a grid. */
export const openDetail = (raster: Raster, { columns, rows }: GridSize, kernels: Kernels): Detail => {
  // to say that the picture has this size gives it this very grid, however few pixels it has
  const source = { width: columns, height: rows / CELL_ASPECT, format: "pixels" } as const;
  const part = cut(raster, mostContrasted(raster, source.width / source.height));
  const negative = openNegative({ ...part, data: part.data.buffer, source }, kernels);
  return {
    sketch: ({ params, changed }) => negative.sketch({ params: { ...params, columns }, changed }),
  };
};
