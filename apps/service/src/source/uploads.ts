import { jsonBodyLimit, refusalFor } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";

/** Bodies on their way in. They hold no place in the render queue; the memory that they share is what bounds them. */
export type Uploads = {
  /** Refused as `overloaded` where there is no room for another. */
  readonly begin: () => Upload;
};

/** One body on its way in. */
export type Upload = {
  /** Counts bytes that have come. Refused as `overloaded` where there is no room for them. */
  readonly receive: (bytes: number) => void;
  /** Fires, with a refusal as `overloaded`, when this upload has to make room for others. */
  readonly ousted: AbortSignal;
  /** Gives its room back; a second time does nothing. */
  readonly end: () => void;
};

/** Bytes that all uploads may hold: as much as the images of all places, so that a burst of uploads is no reason to refuse. */
export const uploadRoom = (places: number, maxImageBytes: number): number =>
  Math.max(LEAST_ROOM, places * jsonBodyLimit(maxImageBytes));

const LEAST_ROOM = 64 * 1024 ** 2;

/**
 * Uploads within `room` bytes. Where it is full, those who have taken their time make room, the oldest first: it costs a
 * caller nothing to send all but the end of ten large images, and then wait. Where all are young there is really that much
 * to do, and whoever would need more is refused.
 */
export const createUploads = (room: number, clock: Clock): Uploads => {
  const uploads = new Set<UploadUnderWay>();
  let held = 0;
  const makeRoom = (one: UploadUnderWay) => {
    for (const oldest of uploads) {
      if (held <= room) return;
      if (oldest === one || clock() - oldest.begun < SLOW_MS) throw refusalFor("overloaded");
      oldest.oust();
    }
  };
  const begin = (): Upload => {
    const ousting = new AbortController();
    let own = 0;
    const end = () => {
      uploads.delete(upload);
      held -= own;
      own = 0;
    };
    const oust = () => {
      end();
      ousting.abort(refusalFor("overloaded"));
    };
    const upload: UploadUnderWay = { begun: clock(), oust };
    const receive = (bytes: number) => {
      own += bytes;
      held += bytes;
      makeRoom(upload);
    };
    uploads.add(upload);
    try {
      receive(OVERHEAD_BYTES);
    } catch (error) {
      end();
      throw error;
    }
    return { receive, ousted: ousting.signal, end };
  };
  return { begin };
};

type UploadUnderWay = { readonly begun: number; readonly oust: () => void };

/** Milliseconds after which an upload is old enough to make room. */
const SLOW_MS = 5000;

/** What an upload is counted for besides its bytes: a socket's buffers and a parser. */
const OVERHEAD_BYTES = 65_536;
