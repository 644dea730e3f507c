import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal, refusalFor } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import type { Upload } from "./uploads.ts";

/** A request's body piece by piece. */
export type BodyStream = AsyncIterable<Uint8Array>;

/** How a body is read. */
export type BodyReading = {
  readonly upload: Pick<Upload, "receive" | "ousted">;
  /** Milliseconds without a byte after which a body is refused; one that drips has little longer. */
  readonly stallMs: number;
  readonly clock: Clock;
};

/**
 * The body as it arrives. Leaving the loop early leaves the request alive, so that it can still be answered. A caller that
 * waits for `100 Continue` gets it now: the body is wanted.
 *
 * A caller starts with `stallMs` of credit and gets a second more for each 1024 bytes, but never more than `stallMs` ahead. Without
 * credit it is refused: after a stall, or after dripping for hardly longer than that.
 */
export async function* openBody(request: IncomingMessage, response: ServerResponse, reading: BodyReading): BodyPieces {
  const { upload, stallMs, clock } = reading;
  if (/^100-continue$/i.test(request.headers.expect ?? "")) response.writeContinue();
  const pieces = request.iterator({ destroyOnReturn: false });
  let until = clock() + stallMs;
  try {
    for (;;) {
      const next = await inTime(pieces.next(), Math.max(1, until - clock()), upload.ousted);
      if (next.done) return;
      upload.receive(next.value.length);
      until = Math.min(clock() + stallMs, until + (next.value.length * 1000) / MIN_BYTES_PER_SECOND);
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

/** The slowest line that a picture is worth waiting on: the oldest of mobile networks has four times as much. */
const MIN_BYTES_PER_SECOND = 1024;

/** A piece, unless its time is up or its upload has to give way. Nothing that stays keeps hold of the piece. */
const inTime = async <Value>(pending: Promise<Value>, ms: number, ousted: AbortSignal): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveWay = () => reject(ousted.reason);
  const timer = setTimeout(() => reject(refusalFor("upload_stalled")), ms);
  ousted.addEventListener("abort", giveWay, { once: true });
  try {
    ousted.throwIfAborted();
    return await Promise.race([pending, promise]);
  } finally {
    clearTimeout(timer);
    ousted.removeEventListener("abort", giveWay);
    // whatever comes of a piece that nobody waits for any more is no news
    pending.catch(() => {});
  }
};

const cutOff = (error: unknown): Refusal => {
  const refusal = new Refusal("body_invalid", "The body ended before it was complete.");
  refusal.cause = error;
  return refusal;
};
