import type { ParsedParams } from "@lumiglyph/contract";

/** The same wish without the Auto Director: what a quick pass draws. */
export const quickly = ({ params, changed }: ParsedParams): ParsedParams => ({
  params: { ...params, autoOptimize: 0 },
  changed,
});
