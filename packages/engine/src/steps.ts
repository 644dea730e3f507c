/** Work that rests between two steps. Whoever drives it may do something else there, or leave the rest undone. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all that is left of a piece of work. */
export const finish = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
