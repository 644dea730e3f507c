import type { Clock } from "../clock.ts";
import type { Place } from "../render/render-queue.ts";
import type { OutputCache } from "./output-cache.ts";

/** Renders a job unless its output was kept, and keeps it then. What fails is not kept. */
export const throughCache =
  (render: Place["render"], { cache, key, clock }: CachedParts): Place["render"] =>
  async (job, signal) => {
    const begun = clock();
    const kept = await cache.find(key);
    const asked = clock() - begun;
    signal.throwIfAborted();
    if (kept !== null) return { drawn: { ...kept, timings: NONE }, waited: 0, cache: { found: true, ms: asked } };
    const queued = await render(job, signal);
    cache.keep(key, queued.drawn);
    return { ...queued, cache: { found: false, ms: asked } };
  };

/** A step that did not happen took no time. */
const NONE = { decode: 0, render: 0, encode: 0 };

export type CachedParts = { readonly cache: OutputCache; readonly key: string; readonly clock: Clock };
