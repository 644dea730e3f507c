import type { FormatId } from "@lumiglyph/contract";
import { encode, type RenderResult, type Steps } from "@lumiglyph/engine";

/** Encoding a large page takes as long as drawing a small one: it is a step of its own. */
export function* encoded(steps: Steps<RenderResult>, format: FormatId): Steps<string> {
  const print = yield* steps;
  yield;
  return encode(print, format);
}
