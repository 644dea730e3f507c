/** Whether the service is on its way out, and what it still has to finish. */
export type Drain = {
  readonly draining: () => boolean;
  /** From now on nothing new is taken. */
  readonly begin: () => void;
  /** Counts a request in; the answer counts it out again. */
  readonly enter: () => () => void;
  /** Resolves as soon as no request is under way. */
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
