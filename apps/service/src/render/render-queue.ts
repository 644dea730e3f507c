import { type Health, refusalFor } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import { createSlots } from "../security/slots.ts";
import type { Drawn, Renderer, RenderJob } from "./renderer.ts";
import { type Took, timed, unheard } from "./took.ts";

/** Renders one after another, as many at once as there are workers, for those who hold a place; says how busy that is. */
export type RenderQueue = {
  /** Takes a place, to be given back by `leave`. Refused at once where all are taken. `took` hears of the render's steps. */
  readonly enter: (took?: Took) => Place;
  /** Refuses where `enter` would, and takes nothing: for who still has to receive an image. */
  readonly expectRoom: () => void;
  readonly load: () => Health["load"];
};

/** Whether a kept output was found, and the milliseconds that looking for it took. */
export type CacheLook = { readonly found: boolean; readonly ms: number };

/** A render, the milliseconds that it waited for its turn, and what a cache said before, where there is one. */
export type Queued = { readonly drawn: Drawn; readonly waited: number; readonly cache?: CacheLook };

/** One of the queue's places: whoever has an image and waits for its render holds one. */
export type Place = {
  readonly render: (job: RenderJob, signal: AbortSignal) => Promise<Queued>;
  /** Does `work` while others may have the place, and takes one again; refused where none is free by then. */
  readonly outside: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Gives the place back; a second time does nothing. */
  readonly leave: () => void;
  /** Hears of the steps that the render takes. */
  readonly took: Took;
};

export type QueueSize = {
  /** Renders under way at once. */
  readonly workers: number;
  /** Places in all: those whose render is under way and those who wait. */
  readonly capacity: number;
};

/** `alive` tells how many of the workers are there at the moment. */
export const createRenderQueue = (
  renderer: Renderer,
  clock: Clock,
  { workers, capacity }: QueueSize,
  alive: () => number = () => workers,
): RenderQueue => {
  const takeSlot = createSlots(workers);
  let taken = 0;
  let busy = 0;
  const expectRoom = () => {
    if (taken >= capacity) throw refusalFor("overloaded");
  };
  const take = () => {
    expectRoom();
    taken++;
  };
  const renderFor =
    (took: Took): Place["render"] =>
    async (job, signal) => {
      const begun = clock();
      const giveBack = await takeSlot(signal);
      const handed = clock();
      took("queue", begun, handed);
      busy++;
      try {
        const drawn = await timed(
          took,
          clock,
          "worker",
          () => renderer(job, signal),
          ({ steps }) => ({ steps }),
        );
        return { drawn, waited: handed - begun };
      } finally {
        busy--;
        giveBack();
      }
    };
  const enter = (took: Took = unheard): Place => {
    take();
    let held = true;
    const leave = () => {
      if (held) taken--;
      held = false;
    };
    const outside: Place["outside"] = async (work) => {
      leave();
      const result = await work();
      take();
      held = true;
      return result;
    };
    return { render: renderFor(took), outside, leave, took };
  };
  return { enter, expectRoom, load: () => ({ workers: alive(), busy, queued: taken - busy, capacity }) };
};
