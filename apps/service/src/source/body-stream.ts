import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import type { Upload } from "./uploads.ts";

/** A request's body in chunks. */
export type BodyStream = AsyncIterable<Uint8Array>;

/** How to read a body. */
export type BodyOptions = {
  readonly upload: Pick<Upload, "receive" | "evicted">;
  /** Milliseconds without data after which a body is refused; a trickling body gets little more. */
  readonly stallMs: number;
  readonly clock: Clock;
};

/**
 * The body as it arrives. Leaving the loop early keeps the request alive, so that it can still get a response. Sends
 * `100 Continue` if the client waits for it. A client starts with `stallMs` of credit and gains a second per 1024
 * bytes, up to `stallMs`. It is refused when its credit runs out: after a stall, or after trickling for little longer
 * than that.
 */
export async function* openBody(request: IncomingMessage, response: ServerResponse, reading: BodyOptions): BodyPieces {
  const { upload, stallMs, clock } = reading;
  if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue();
  const pieces = request.iterator({ destroyOnReturn: false });
  let until = clock() + stallMs;
  try {
    for (;;) {
      const next = await inTime(pieces.next(), Math.max(1, until - clock()), upload.evicted);
      if (next.done) return;
      upload.receive(next.value.length);
      until = Math.min(clock() + stallMs, until + (next.value.length * 1000) / MIN_BYTES_PER_SECOND);
      yield next.value;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : cutOff(error);
  } finally {
    // not awaited: it waits for a chunk that may never come
    void pieces.return?.();
  }
}

type BodyPieces = AsyncGenerator<Uint8Array, void, undefined>;

/** The slowest acceptable upload rate: the oldest mobile networks have four times as much. */
const MIN_BYTES_PER_SECOND = 1024;

/** The next chunk, unless it times out or the upload is evicted. Leaves nothing behind that references the chunk. */
const inTime = async <Value>(pending: Promise<Value>, ms: number, evicted: AbortSignal): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const onEvicted = () => reject(evicted.reason);
  const timer = setTimeout(() => reject(refusalFor("upload_stalled")), ms);
  evicted.addEventListener("abort", onEvicted, { once: true });
  try {
    evicted.throwIfAborted();
    return await Promise.race([pending, promise]);
  } finally {
    clearTimeout(timer);
    evicted.removeEventListener("abort", onEvicted);
    // nobody waits for this chunk any more, so its failure does not matter
    pending.catch(() => {});
  }
};

const cutOff = (error: unknown): Refusal => {
  const refusal = new Refusal("body_invalid", "The body ended before it was complete.");
  refusal.cause = error;
  return refusal;
};
