/** Milliseconds of each step of a request; steps that did not run are absent. */
export type Timings = { readonly [Step in "cache" | "queue" | "fetch" | "decode" | "render" | "encode"]?: number };

/** The cache's verdict on a render; null without a cache. */
export type CacheVerdict = "hit" | "miss" | null;
