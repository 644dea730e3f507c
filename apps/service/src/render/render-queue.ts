import { type Health, Refusal } from "@lumiglyph/contract";
import type { Clock } from "../clock.ts";
import { createSlots } from "../security/slots.ts";
import type { Drawn, Renderer, RenderJob } from "./renderer.ts";

/** Renders one after another, as many at once as there are workers, and says how busy that is. */
export type RenderQueue = {
  /** A render, and the milliseconds that it waited for its turn. Refused at once where all places are taken. */
  readonly render: (job: RenderJob, signal: AbortSignal) => Promise<{ readonly drawn: Drawn; readonly waited: number }>;
  readonly load: () => Health["load"];
};

export type QueueSize = {
  readonly workers: number;
  /** Renders under way and waiting, together. */
  readonly capacity: number;
};

export const createRenderQueue = (renderer: Renderer, clock: Clock, { workers, capacity }: QueueSize): RenderQueue => {
  const takeSlot = createSlots(workers);
  let present = 0;
  let busy = 0;
  const work = async (job: RenderJob, signal: AbortSignal) => {
    const begun = clock();
    const giveBack = await takeSlot(signal);
    const waited = clock() - begun;
    busy++;
    try {
      return { drawn: await renderer(job, signal), waited };
    } finally {
      busy--;
      giveBack();
    }
  };
  return {
    render: async (job, signal) => {
      if (present >= capacity) throw new Refusal("overloaded");
      present++;
      try {
        return await work(job, signal);
      } finally {
        present--;
      }
    },
    load: () => ({ workers, busy, queued: present - busy, capacity }),
  };
};
