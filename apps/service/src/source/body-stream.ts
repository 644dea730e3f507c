import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "@lumiglyph/contract";

/** A request's body piece by piece. */
export type BodyStream = AsyncIterable<Uint8Array>;

/**
 * The body as it arrives; a pause longer than `stallMs` is refused. Leaving the loop early leaves the request alive, so
 * that it can still be answered. A caller that waits for `100 Continue` gets it now: the body is wanted.
 */
export async function* openBody(request: IncomingMessage, response: ServerResponse, stallMs: number): BodyPieces {
  if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue();
  const pieces = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await unlessStalled(pieces.next(), stallMs);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : cutOff(error);
  } finally {
    // not awaited: behind a piece that never comes this would never come either
    void pieces.return?.();
  }
}

type BodyPieces = AsyncGenerator<Uint8Array, void, undefined>;

const unlessStalled = async <Value>(pending: Promise<Value>, ms: number): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Refusal("upload_stalled")), ms);
  try {
    return await Promise.race([pending, promise]);
  } finally {
    clearTimeout(timer);
    // whatever comes of a piece that nobody waits for any more is no news
    pending.catch(() => {});
  }
};

const cutOff = (error: unknown): Refusal => {
  const refusal = new Refusal("body_invalid", "The body ended before it was complete.");
  refusal.cause = error;
  return refusal;
};
