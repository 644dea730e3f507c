import { VERSION } from "@lumiglyph/contract";
import type { RenderResult } from "../render/renderer.ts";
import type { CacheStanding } from "../shared/state.ts";
import type { Seal } from "./sealed-value.ts";
import type { ValueStore } from "./value-store.ts";

/** Outputs of earlier renders, by the key of their job. */
export type OutputCache = {
  /** The output of such a job, or null: also where the store is gone, or what it has is damaged. */
  readonly find: (jobKey: string) => Promise<KeptOutput | null>;
  /** Keeps an output, some time later. Nobody waits for it, and it cannot fail. */
  readonly keep: (jobKey: string, output: KeptOutput) => void;
  readonly figures: () => Omit<CacheStanding, "backend">;
};

/** What keys begin with: the form of the values, and the version that drew them. */
const PREFIX = `lumiglyph:render:1:${VERSION}`;

/** Bytes of outputs that may wait to be kept; those beyond are not. */
const MAX_WAITING = 32 * 1024 ** 2;

export const createOutputCache = (store: ValueStore, seal: Seal): OutputCache => {
  const counts = { hits: 0, misses: 0, stored: 0, storedBytes: 0, errors: 0 };
  let waiting = 0;
  const found = async (key: string): Promise<KeptOutput | null> => {
    const value = await store.get(key);
    const output = value === null ? null : await seal.open(key, value);
    if (value !== null && output === null) counts.errors++;
    return output;
  };
  const kept = async (key: string, output: KeptOutput): Promise<void> => {
    const value = await seal.close(key, output);
    if (value === null) return;
    await store.set(key, value);
    counts.stored++;
    counts.storedBytes += value.length;
  };
  const failed = () => {
    counts.errors++;
    return null;
  };
  return {
    find: async (jobKey) => {
      const output = await found(`${PREFIX}:${jobKey}`).catch(failed);
      if (output === null) counts.misses++;
      else counts.hits++;
      return output;
    },
    keep: (jobKey, output) => {
      const bytes = output.body.length;
      if (waiting + bytes > MAX_WAITING) return;
      waiting += bytes;
      void kept(`${PREFIX}:${jobKey}`, output)
        .catch(failed)
        .finally(() => {
          waiting -= bytes;
        });
    },
    figures: () => ({ ...counts, heldBytes: store.held() }),
  };
};

/** What is kept of a render: all that an answer says, and nothing of its image. */
export type KeptOutput = Pick<RenderResult, "body" | "grid" | "glyphs" | "quality" | "source">;

/** The part of a render that another request of the same job has a right to. */
export const keptOf = ({ body, grid, glyphs, quality, source }: KeptOutput): KeptOutput => ({
  body,
  grid,
  glyphs,
  quality,
  source,
});
