import { setTimeout } from "node:timers/promises";
import { type GlyphEvidence, type GridSize, type QualityEvidence, VERSION } from "@lumiglyph/contract";
import type { SourceInfo } from "@lumiglyph/engine";
import type { CacheStats } from "../shared/status.ts";
import type { Lease, Leases } from "./leases.ts";
import type { Seal } from "./sealed-value.ts";
import type { ValueStore } from "./value-store.ts";

/** Outputs of earlier renders, keyed by job. */
export type OutputCache = {
  /**
   * Looks for the output of a job. If another instance is drawing it, waits for that. Never fails unless the signal
   * aborts: without a store, or with a damaged value in it, there is just no output.
   */
  readonly find: (jobKey: string, signal: AbortSignal) => Promise<Lookup>;
  readonly stats: () => Omit<CacheStats, "backend">;
};

/** An output; or none, and then it is the caller's turn to draw it. */
type Lookup =
  | { readonly output: CachedOutput }
  | {
      readonly output: null;
      /** Ends the turn with an output, or null if it could not be drawn. Stores it in the background. Never fails. */
      readonly end: (output: CachedOutput | null) => void;
    };

/** Key prefix: the value format and the version that rendered it. */
const PREFIX = `lumiglyph:render:1:${VERSION}`;

/** Outputs waiting to be stored may hold this many bytes; beyond that they are dropped. */
const MAX_WAITING = 32 * 1024 ** 2;

/** Milliseconds between looks at an output that another instance is drawing: at first and at most. */
const FIRST_LOOK_MS = 10;
const MAX_LOOK_MS = 50;

/** How often it is looked for: about ten seconds, longer than a render may take. */
const MAX_LOOKS = 200;

/** How many looks in a row may fail meanwhile: about two seconds, after which a dead holder's lease would have ended. */
const MAX_LOST_LOOKS = 40;

/** Without leases, each process draws what it does not find. */
export const createOutputCache = (store: ValueStore, seal: Seal, leases: Leases | null = null): OutputCache => {
  const counts = { hits: 0, misses: 0, stored: 0, storedBytes: 0, errors: 0 };
  let waiting = 0;
  const findOutput = async (key: string): Promise<CachedOutput | null> => {
    const value = await store.get(key);
    const output = value === null ? null : await seal.open(key, value);
    if (value !== null && output === null) counts.errors++;
    return output;
  };
  /** Returns whether it is stored. */
  const storeOutput = async (key: string, output: CachedOutput): Promise<boolean> => {
    const bytes = output.body.length;
    if (waiting + bytes > MAX_WAITING) return false;
    waiting += bytes;
    try {
      const value = await seal.close(key, output);
      if (value === null) return false;
      await store.set(key, value);
      counts.stored++;
      counts.storedBytes += value.length;
      return true;
    } finally {
      waiting -= bytes;
    }
  };
  const failed = () => {
    counts.errors++;
    return null;
  };
  const found = (output: CachedOutput): Lookup => {
    counts.hits++;
    return { output };
  };
  const turn = (key: string, lease: Lease | null): Lookup => {
    counts.misses++;
    const end = async (output: CachedOutput | null) => {
      const isStored = output !== null && (await storeOutput(key, output).catch(failed)) === true;
      await lease?.end(isStored);
    };
    return { output: null, end: (output) => void end(output) };
  };
  return {
    find: async (jobKey, signal) => {
      const key = `${PREFIX}:${jobKey}`;
      let isAwaited = false;
      for (let look = 1, lost = 0, wait = FIRST_LOOK_MS; ; look++, wait = Math.min(MAX_LOOK_MS, 2 * wait)) {
        const output = await findOutput(key).catch(failed);
        if (output !== null) return found(output);
        const lease = leases === null ? null : await leases.take(key).catch(failed);
        if (lease === "void") return turn(key, null);
        if (lease !== null && lease !== "held") {
          // it may have been stored, and the lease ended, since we looked
          const late = await findOutput(key).catch(failed);
          if (late === null) return turn(key, lease);
          void lease.end(true);
          return found(late);
        }
        // a store that is away for a moment does not mean that nobody is drawing any more
        isAwaited ||= lease === "held";
        lost = lease === null ? lost + 1 : 0;
        if (!isAwaited || lost > MAX_LOST_LOOKS || look >= MAX_LOOKS) return turn(key, null);
        await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
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
