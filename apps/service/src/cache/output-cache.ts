import { type GlyphEvidence, type GridSize, type QualityEvidence, VERSION } from "@lumiglyph/contract";
import type { SourceInfo } from "@lumiglyph/engine";
import type { CacheStats } from "../shared/status.ts";
import type { Seal } from "./sealed-value.ts";
import type { ValueStore } from "./value-store.ts";

/** Outputs of earlier renders, keyed by job. */
export type OutputCache = {
  /** The cached output of a job, or null if there is none, the store is unreachable or the value is damaged. */
  readonly find: (jobKey: string) => Promise<CachedOutput | null>;
  /** Stores an output in the background. Never fails and nobody waits for it. */
  readonly keep: (jobKey: string, output: CachedOutput) => void;
  readonly stats: () => Omit<CacheStats, "backend">;
};

/** Key prefix: the value format and the version that rendered it. */
const PREFIX = `lumiglyph:render:1:${VERSION}`;

/** Outputs waiting to be stored may hold this many bytes; beyond that they are dropped. */
const MAX_WAITING = 32 * 1024 ** 2;

export const createOutputCache = (store: ValueStore, seal: Seal): OutputCache => {
  const counts = { hits: 0, misses: 0, stored: 0, storedBytes: 0, errors: 0 };
  let waiting = 0;
  const findOutput = async (key: string): Promise<CachedOutput | null> => {
    const value = await store.get(key);
    const output = value === null ? null : await seal.open(key, value);
    if (value !== null && output === null) counts.errors++;
    return output;
  };
  const storeOutput = async (key: string, output: CachedOutput): Promise<void> => {
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
      const output = await findOutput(`${PREFIX}:${jobKey}`).catch(failed);
      if (output === null) counts.misses++;
      else counts.hits++;
      return output;
    },
    keep: (jobKey, output) => {
      const bytes = output.body.length;
      if (waiting + bytes > MAX_WAITING) return;
      waiting += bytes;
      void storeOutput(`${PREFIX}:${jobKey}`, output)
        .catch(failed)
        .finally(() => {
          waiting -= bytes;
        });
    },
    stats: () => ({ ...counts, heldBytes: store.held() }),
  };
};

/** What is cached of a render: everything the response needs, nothing of the input image. */
export type CachedOutput = {
  readonly body: Uint8Array;
  readonly grid: GridSize;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
  readonly source: SourceInfo;
};

/** Picks the fields of a render that may be returned to another request with the same job. */
export const cachedFields = ({ body, grid, glyphs, quality, source }: CachedOutput): CachedOutput => ({
  body,
  grid,
  glyphs,
  quality,
  source,
});
