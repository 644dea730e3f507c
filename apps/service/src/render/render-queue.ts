import { type Health, refusalFor } from "@lumiglyph/contract";
import { createSlots } from "../concurrency/slots.ts";

/** The queue in front of the workers: limits how many requests hold an image and how many render. */
export type RenderQueue = {
  /** Throws `overloaded` if all places are taken. Called once for each request, before its image is received. */
  readonly expectRoom: () => void;
  /** A place that is not taken yet. */
  readonly place: () => Place;
  /** Waits for a free worker. The returned function releases it. */
  readonly takeWorker: (signal: AbortSignal) => Promise<() => void>;
  readonly load: () => Health["load"];
  /** Whether all places are taken, including those closed under overload. */
  readonly isFull: () => boolean;
};

/** A place in the queue, held by a request that has an image and waits for its render. */
export type Place = {
  /** Takes the place; throws `overloaded` if none is free. */
  readonly enter: () => void;
  /** Releases the place; calling it twice does nothing. */
  readonly leave: () => void;
};

export type QueueSize = {
  /** Renders that run at once. */
  readonly workers: number;
  /** All places: running renders and waiting ones. */
  readonly capacity: number;
  /** Places while many requests are refused. Defaults to all. */
  readonly standing?: number;
};

/** Created once: under overload, a stack trace per refusal would be a large part of its cost. */
const FULL = refusalFor("overloaded");

/** The service is overloaded if it refused more than this share of about this many recent requests. */
const OVERLOADED_SHARE = 1 / 4;
const LATEST = 32;

/**
 * `alive` returns the number of running workers. A long queue absorbs bursts. Under lasting
 * overload it would stay full: everyone would wait longer, and no more would be rendered. So it
 * shrinks while many requests are refused, until few are or the queue is empty. The time it has
 * been full would be a worse criterion: at nine tenths of capacity it is often full for a second,
 * and a shorter queue would only refuse more.
 */
export const createRenderQueue = (
  { workers, capacity, standing = capacity }: QueueSize,
  alive: () => number = () => workers,
): RenderQueue => {
  const takeSlot = createSlots(workers);
  let taken = 0;
  let busy = 0;
  let refusedShare = 0;
  const note = (isRefused: boolean) => {
    refusedShare += ((isRefused ? 1 : 0) - refusedShare) / LATEST;
  };
  const room = () => (refusedShare > OVERLOADED_SHARE ? standing : capacity);
  const expectRoom = () => {
    const isRefused = taken >= room();
    note(isRefused);
    if (isRefused) throw FULL;
  };
  const place = (): Place => {
    let isHeld = false;
    return {
      enter: () => {
        if (taken >= room()) {
          note(true);
          throw FULL;
        }
        taken++;
        isHeld = true;
      },
      leave: () => {
        if (isHeld) taken--;
        isHeld = false;
        if (taken === 0) refusedShare = 0;
      },
    };
  };
  const takeWorker = async (signal: AbortSignal) => {
    const giveBack = await takeSlot(signal);
    busy++;
    return () => {
      busy--;
      giveBack();
    };
  };
  return {
    expectRoom,
    place,
    takeWorker,
    load: () => ({ workers: alive(), busy, queued: taken - busy, capacity: room() }),
    isFull: () => taken >= capacity,
  };
};
