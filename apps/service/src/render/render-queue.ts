import { type Health, refusalFor } from "@lumiglyph/contract";
import { createSlots } from "../security/slots.ts";

/** The line in front of the workers: who may hold an image, who renders, and how busy that is. */
export type RenderQueue = {
  /** Throws `overloaded` if all places are taken: for who still has to receive an image. */
  readonly expectRoom: () => void;
  /** A place that is not taken yet. */
  readonly place: () => Place;
  /** Waits for a free worker; the returned function gives it back. */
  readonly takeWorker: (signal: AbortSignal) => Promise<() => void>;
  readonly load: () => Health["load"];
};

/** One of the queue's places: whoever has an image and waits for its render holds one. */
export type Place = {
  /** Takes it; throws `overloaded` if none is free. */
  readonly enter: () => void;
  /** Gives it back; a second time does nothing. */
  readonly leave: () => void;
};

export type QueueSize = {
  /** Renders under way at once. */
  readonly workers: number;
  /** Places in all: those whose render is under way and those who wait. */
  readonly capacity: number;
};

/** `alive` tells how many of the workers are there at the moment. */
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
