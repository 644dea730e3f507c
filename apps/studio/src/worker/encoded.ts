import type { TextFormat } from "@lumiglyph/contract";
import { encode, type RenderResult, type Steps } from "@lumiglyph/engine";

/** Encodes as a separate step, because a large page takes as long to encode as a small one to render. */
export function* encoded(steps: Steps<RenderResult>, format: TextFormat): Steps<string> {
  const result = yield* steps;
  yield;
  return encode(result, format);
}
