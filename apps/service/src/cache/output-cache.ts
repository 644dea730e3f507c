import { setTimeout } from "node:timers/promises";
import { VERSION } from "@lumiglyph/contract";
import type { CacheStats } from "../shared/status.ts";
import type { CachedOutput } from "./cached-output.ts";
import type { Ending, Lease, Leases } from "./leases.ts";
import type { Seal } from "./sealed-value.ts";
import type { ValueStore } from "./value-store.ts";

/** Outputs of earlier renders, keyed by job. An unreachable store or a damaged value counts as a miss. */
export type OutputCache = {
  /** Looks for the output of a job. Never rejects. */
  readonly find: (jobKey: string) => Promise<CachedOutput | null>;
  /** Decides who renders an output that was not found. Called once a worker is free. Never rejects. */
  readonly turn: (jobKey: string) => Promise<Turn>;
  /**
   * Waits for the output that another instance is rendering. `gone`: that instance has stopped, so
   * one of the waiting instances should take the turn. `late`: it takes too long. Rejects only if
   * the signal aborts.
   */
  readonly wait: (jobKey: string, signal: AbortSignal) => Promise<CachedOutput | "gone" | "late">;
  readonly stats: () => Omit<CacheStats, "backend">;
};

/**
 * Either it is the caller's turn to render, or the output is cached by now, or another instance is
 * rendering it.
 */
type Turn =
  | {
      readonly is: "ours";
      /** Ends the turn with an output, or null if it could not be drawn. Stores it in the background. Never fails. */
      readonly end: (output: CachedOutput | null) => void;
    }
  | { readonly is: "there"; readonly output: CachedOutput }
  | { readonly is: "held" };

/** Key prefix: the value format and the version that rendered it. */
const PREFIX = `lumiglyph:render:1:${VERSION}`;

/** Maximum bytes of outputs that wait to be stored; further outputs are dropped. */
const MAX_WAITING = 32 * 1024 ** 2;

/** Milliseconds between polls for another instance's output: at first and at most. */
const FIRST_LOOK_MS = 10;
const MAX_LOOK_MS = 50;

/** Maximum polls: about five seconds, in which most renders end. */
const MAX_LOOKS = 100;

/** Maximum failed polls in a row: about two seconds, after which a dead holder's lease has expired. */
const MAX_LOST_LOOKS = 40;

/** Without leases, each process renders every output that it does not find. */
export const createOutputCache = (store: ValueStore, seal: Seal, leases: Leases | null = null): OutputCache => {
  const counts = { hits: 0, misses: 0, stored: 0, storedBytes: 0, errors: 0 };
  let waiting = 0;
  const findOutput = async (key: string): Promise<CachedOutput | null> => {
    const value = await store.get(key);
    const output = value === null ? null : await seal.open(key, value);
    if (value !== null && output === null) counts.errors++;
    return output;
  };
  const storeOutput = async (key: string, output: CachedOutput): Promise<Ending> => {
    const bytes = output.body.length;
    if (waiting + bytes > MAX_WAITING) return "failed";
    waiting += bytes;
    try {
      const value = await seal.close(key, output);
      if (value === null) return "too large";
      await store.set(key, value);
      counts.stored++;
      counts.storedBytes += value.length;
      return "stored";
    } finally {
      waiting -= bytes;
    }
  };
  const failed = () => {
    counts.errors++;
    return null;
  };
  const find = async (key: string): Promise<CachedOutput | null> => {
    const output = await findOutput(key).catch(failed);
    if (output !== null) counts.hits++;
    return output;
  };
  const ours = (key: string, lease: Lease | null): Turn => {
    const end = async (output: CachedOutput | null) => {
      const ending = output === null ? "failed" : await storeOutput(key, output).catch(failed);
      await lease?.end(ending ?? "failed");
    };
    return { is: "ours", end: (output) => void end(output) };
  };
  return {
    find: async (jobKey) => {
      const output = await find(`${PREFIX}:${jobKey}`);
      if (output === null) counts.misses++;
      return output;
    },
    turn: async (jobKey) => {
      const key = `${PREFIX}:${jobKey}`;
      const lease = leases === null ? null : await leases.take(key).catch(failed);
      if (lease === "held") return { is: "held" };
      if (lease === null || lease === "void") return ours(key, null);
      // the previous holder may have stored it and ended its lease since the caller looked
      const output = await find(key);
      if (output === null) return ours(key, lease);
      void lease.end("stored");
      return { is: "there", output };
    },
    wait: async (jobKey, signal) => {
      const key = `${PREFIX}:${jobKey}`;
      let [wait, lost] = [FIRST_LOOK_MS, 0];
      for (let look = 0; look < MAX_LOOKS && lost <= MAX_LOST_LOOKS; look++) {
        await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
        wait = Math.min(MAX_LOOK_MS, 2 * wait);
        const output = await find(key);
        if (output !== null) return output;
        // an unreachable store does not mean that the holder has stopped
        const isHeld = await leases?.isHeld(key).catch(failed);
        if (isHeld === false) return "gone";
        lost = isHeld === true ? 0 : lost + 1;
      }
      return "late";
    },
    stats: () => ({ ...counts, heldBytes: store.held() }),
  };
};
