import { type Health, refusalFor } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import { createSlots } from "../security/slots.ts";

/** The queue in front of the workers: bounds who may hold an image and who renders. */
export type RenderQueue = {
  /** Throws `overloaded` if all places are taken. Called before a request's image is received. */
  readonly expectRoom: () => void;
  /** A place that is not taken yet. */
  readonly place: () => Place;
  /** Waits for a free worker. The returned function releases it. */
  readonly takeWorker: (signal: AbortSignal) => Promise<() => void>;
  readonly load: () => Health["load"];
};

/** A place in the queue, held by whoever has an image and waits for its render. */
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
};

/** One for all: under overload, a stack trace for each would be a good part of what a refusal costs. */
const FULL = refusalFor("overloaded");

/** Milliseconds after which a queue that never empties is no burst, and after which an empty one is empty. */
const BURST_MS = 500;
const LULL_MS = 100;

/**
 * `alive` returns how many of the workers are running. A long queue is for bursts: while there is more work than the workers
 * can do, it would stay full, and everybody would wait longer for no more renders. So once somebody has been waiting for half
 * a second, with gaps of at most a tenth, only a third as many may wait, until nobody does. Without a clock they all may.
 */
export const createRenderQueue = (
  { workers, capacity }: QueueSize,
  alive: () => number = () => workers,
  clock: Clock | null = null,
): RenderQueue => {
  const takeSlot = createSlots(workers);
  const standing = workers + Math.ceil((capacity - workers) / 3);
  let taken = 0;
  let busy = 0;
  let waiting = 0;
  let firstWaited = Number.NEGATIVE_INFINITY;
  let lastWaited = Number.NEGATIVE_INFINITY;
  const isLull = (now: number) => waiting === 0 && now - lastWaited > LULL_MS;
  const noteWaiting = (change: number) => {
    const now = clock?.() ?? 0;
    if (isLull(now)) firstWaited = now;
    waiting += change;
    lastWaited = now;
  };
  const room = () => {
    const now = clock?.() ?? 0;
    return clock === null || isLull(now) || now - firstWaited <= BURST_MS ? capacity : standing;
  };
  const expectRoom = () => {
    if (taken >= room()) throw FULL;
  };
  const place = (): Place => {
    let isHeld = false;
    return {
      enter: () => {
        expectRoom();
        taken++;
        isHeld = true;
      },
      leave: () => {
        if (isHeld) taken--;
        isHeld = false;
      },
    };
  };
  const takeWorker = async (signal: AbortSignal) => {
    noteWaiting(1);
    const giveBack = await takeSlot(signal).finally(() => noteWaiting(-1));
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
  };
};
