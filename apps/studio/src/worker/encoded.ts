import type { FormatId } from "@lumiglyph/contract";
import { encode, type Print, type Steps } from "@lumiglyph/engine";

/** Encoding a large page takes as long as drawing a small one: it is a step of its own. */
export function* encoded(steps: Steps<Print>, format: FormatId): Steps<string> {
  const result = yield* steps;
  yield;
  return encode(result.drawing(format));
}
