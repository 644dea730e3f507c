import type { RenderOutcome } from "../render/operation.ts";
import { type Facts, tenths } from "./request-log.ts";

/** What the log says of a finished render. */
export const renderFacts = ({ source, evidence, timings, bytesIn, shared, cache }: RenderOutcome): Facts => ({
  bytesIn,
  inputFormat: source.format,
  pixels: source.width * source.height,
  columns: evidence.grid.columns,
  rows: evidence.grid.rows,
  ...Object.fromEntries(Object.entries(timings).map(([step, ms]) => [`${step}Ms`, tenths(ms)])),
  shared,
  ...(cache === null ? {} : { cache }),
});
