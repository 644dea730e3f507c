import { refusalFor } from "@lumiglyph/contract";

/** Those who wait for one of something, in the order they came. */
export type Waiting<Thing> = {
  /** Rejects with the signal's reason when that comes first, and as `overloaded` after so many milliseconds. */
  readonly wait: (signal: AbortSignal, ms: number) => Promise<Thing>;
  /** Gives the first of them one; false where nobody waits. */
  readonly serve: (thing: Thing) => boolean;
};

export const createWaiting = <Thing>(): Waiting<Thing> => {
  const waiting = new Set<(thing: Thing) => void>();
  const wait: Waiting<Thing>["wait"] = (signal, ms) => {
    const { promise, resolve, reject } = Promise.withResolvers<Thing>();
    const leave = () => {
      waiting.delete(take);
      clearTimeout(timer);
      signal.removeEventListener("abort", abandon);
    };
    const take = (thing: Thing) => {
      leave();
      resolve(thing);
    };
    const giveUp = (reason: unknown) => {
      leave();
      reject(reason);
    };
    const abandon = () => giveUp(signal.reason);
    const timer = setTimeout(() => giveUp(refusalFor("overloaded")), ms);
    signal.addEventListener("abort", abandon, { once: true });
    waiting.add(take);
    return promise;
  };
  const serve = (thing: Thing): boolean => {
    const [first] = waiting;
    first?.(thing);
    return first !== undefined;
  };
  return { wait, serve };
};
