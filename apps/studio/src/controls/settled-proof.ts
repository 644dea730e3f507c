import { computed, type ReadonlySignal } from "@preact/signals";
import type { Proof } from "../darkroom/darkroom.ts";

/**
 * The newest proof that can be relied on: the last full one of the picture, or its quick one as long as there is none.
 * Without it, what the Director has tuned would blink at every step of a slider.
 */
export const settledProof = (
  newest: ReadonlySignal<Proof | null>,
  picture: ReadonlySignal<unknown>,
): ReadonlySignal<Proof | null> => {
  let kept: Proof | null = null;
  let keptOf: unknown;
  return computed(() => {
    const proof = newest.value;
    const isOther = picture.value !== keptOf;
    if (proof !== kept && (proof === null || proof.pass === "full" || kept === null || isOther)) {
      kept = proof;
      keptOf = picture.value;
    }
    return kept;
  });
};
