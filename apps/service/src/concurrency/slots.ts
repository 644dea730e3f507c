/**
 * Waits for a free slot and takes it. The returned function releases it. Rejects with the signal's reason if it aborts.
 */
export type TakeSlot = (signal: AbortSignal) => Promise<() => void>;

/** At most `limit` holders at once; the others wait in order of arrival. */
export const createSlots = (limit: number): TakeSlot => {
  const waiting = new Set<() => void>();
  let free = limit;
  const giveBack = () => {
    const [next] = waiting;
    if (next === undefined) free++;
    else next();
  };
  const once = () => {
    let held = true;
    return () => {
      if (held) giveBack();
      held = false;
    };
  };
  return (signal) => {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (free > 0) {
      free--;
      return Promise.resolve(once());
    }
    return new Promise((resolve, reject) => {
      const settle = () => {
        waiting.delete(settle);
        signal.removeEventListener("abort", abandon);
        resolve(once());
      };
      const abandon = () => {
        waiting.delete(settle);
        reject(signal.reason);
      };
      waiting.add(settle);
      signal.addEventListener("abort", abandon, { once: true });
    });
  };
};
