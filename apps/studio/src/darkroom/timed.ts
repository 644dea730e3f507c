import type { Steps } from "@lumiglyph/engine";

/** Work together with the milliseconds that its steps have taken, without what happened between them. */
export function* timed<Result>(
  steps: Steps<Result>,
  clock: () => number,
): Steps<{ readonly result: Result; readonly ms: number }> {
  for (let ms = 0; ; ) {
    const begun = clock();
    const { done, value } = steps.next();
    ms += clock() - begun;
    if (done) return { result: value, ms };
    yield;
  }
}
