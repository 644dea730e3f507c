/** Tracks whether the service is shutting down and which requests are still in progress. */
export type Drain = {
  readonly draining: () => boolean;
  /** Stops accepting new work. */
  readonly begin: () => void;
  /** Counts a request in. The returned function counts it out again. */
  readonly enter: () => () => void;
  /** Resolves once no request is in progress. */
  readonly idle: () => Promise<void>;
};

export const createDrain = (): Drain => {
  let draining = false;
  let present = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    present--;
    if (present === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    draining: () => draining,
    begin: () => {
      draining = true;
    },
    enter: () => {
      present++;
      return leave;
    },
    idle: () => (present === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
};
