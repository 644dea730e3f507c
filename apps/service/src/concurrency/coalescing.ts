/** Work in progress that several callers wait for. */
export type PendingWork<Payload, Result> = {
  readonly payload: Payload;
  /** Waits for the result. If the signal aborts, only this caller leaves; the last to leave aborts the work. */
  readonly wait: (signal: AbortSignal) => Promise<Result>;
  /** Resolves when the work has ended, successfully or not. */
  readonly done: Promise<void>;
};

/** Work by key: at most one in progress per key, never one that is being aborted. */
export type Coalescer<Payload, Result> = {
  readonly get: (key: string) => PendingWork<Payload, Result> | undefined;
  readonly start: (
    key: string,
    payload: Payload,
    work: (payload: Payload, signal: AbortSignal) => Promise<Result>,
  ) => PendingWork<Payload, Result>;
};

export const createCoalescer = <Payload, Result>(): Coalescer<Payload, Result> => {
  const pending = new Map<string, PendingWork<Payload, Result>>();
  return {
    get: (key) => pending.get(key),
    start: (key, payload, work) => {
      const abort = new AbortController();
      const result = work(payload, abort.signal);
      let callers = 0;
      const forget = () => {
        if (pending.get(key) === entry) pending.delete(key);
      };
      const done = result.then(forget, forget);
      const leave = (reason: unknown) => {
        callers--;
        if (callers > 0) return;
        forget();
        abort.abort(reason);
      };
      const wait = (signal: AbortSignal): Promise<Result> => {
        callers++;
        return unlessAborted(result, signal, leave);
      };
      const entry = { payload, wait, done };
      pending.set(key, entry);
      return entry;
    },
  };
};

/** Settles like the promise, or rejects with the signal's reason and calls `onAbort` if it aborts first. */
const unlessAborted = <Result>(
  promise: Promise<Result>,
  signal: AbortSignal,
  onAbort: (reason: unknown) => void,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const abandon = () => {
      onAbort(signal.reason);
      reject(signal.reason);
    };
    if (signal.aborted) return abandon();
    signal.addEventListener("abort", abandon, { once: true });
    const settled = () => signal.removeEventListener("abort", abandon);
    promise.then(resolve, reject).finally(settled);
  });
