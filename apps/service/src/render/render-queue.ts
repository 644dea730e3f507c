import { type Health, refusalFor } from "@lumiglyph/contract";
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

/** `alive` returns how many of the workers are running. */
export const createRenderQueue = (
  { workers, capacity }: QueueSize,
  alive: () => number = () => workers,
): RenderQueue => {
  const takeSlot = createSlots(workers);
  let taken = 0;
  let busy = 0;
  const expectRoom = () => {
    if (taken >= capacity) throw refusalFor("overloaded");
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
    const giveBack = await takeSlot(signal);
    busy++;
    return () => {
      busy--;
      giveBack();
    };
  };
  return { expectRoom, place, takeWorker, load: () => ({ workers: alive(), busy, queued: taken - busy, capacity }) };
};
