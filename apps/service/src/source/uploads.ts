import { jsonBodyLimit, refusalFor } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";

/** Bodies being received. They hold no place in the render queue; a shared memory budget bounds them. */
export type Uploads = {
  /** Throws `overloaded` if there is no memory for another. */
  readonly begin: () => Upload;
};

/** One body being received. */
export type Upload = {
  /** Counts received bytes. Throws `overloaded` if they exceed the budget. */
  readonly receive: (bytes: number) => void;
  /** Aborts with an `overloaded` refusal when this upload is evicted in favor of others. */
  readonly evicted: AbortSignal;
  /** Releases its memory; calling it twice does nothing. */
  readonly end: () => void;
};

/** Memory budget of all uploads: as much as the images of all places, so that a burst of uploads is not refused. */
export const uploadBudget = (places: number, maxImageBytes: number): number =>
  Math.max(MIN_BUDGET, places * jsonBodyLimit(maxImageBytes));

const MIN_BUDGET = 64 * 1024 ** 2;

/**
 * Uploads within `budget` bytes. When it is exceeded, slow uploads are evicted, oldest first: otherwise a client could
 * cheaply hold memory by sending all but the end of ten large images. If all are recent, the load is genuine and the
 * one that needs more is refused.
 */
export const createUploads = (budget: number, clock: Clock): Uploads => {
  const uploads = new Set<ActiveUpload>();
  let held = 0;
  const evictSlow = (one: ActiveUpload) => {
    for (const oldest of uploads) {
      if (held <= budget) return;
      if (oldest === one || clock() - oldest.begun < SLOW_MS) throw refusalFor("overloaded");
      oldest.evict();
    }
  };
  const begin = (): Upload => {
    const eviction = new AbortController();
    let own = 0;
    const end = () => {
      uploads.delete(upload);
      held -= own;
      own = 0;
    };
    const evict = () => {
      end();
      eviction.abort(refusalFor("overloaded"));
    };
    const upload: ActiveUpload = { begun: clock(), evict };
    const receive = (bytes: number) => {
      own += bytes;
      held += bytes;
      evictSlow(upload);
    };
    uploads.add(upload);
    try {
      receive(OVERHEAD_BYTES);
    } catch (error) {
      end();
      throw error;
    }
    return { receive, evicted: eviction.signal, end };
  };
  return { begin };
};

type ActiveUpload = { readonly begun: number; readonly evict: () => void };

/** Milliseconds after which an upload may be evicted. */
const SLOW_MS = 5000;

/** Memory per upload besides its bytes: socket buffers and a parser. */
const OVERHEAD_BYTES = 65_536;
