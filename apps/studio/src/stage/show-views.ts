import { effect, type ReadonlySignal } from "@preact/signals";
import type { View } from "../darkroom/view.ts";
import type { Placement } from "./fit.ts";

/** Shows each placement, at most one an animation frame: the newest. Gives back what stops it. */
export const showViews = (
  placement: ReadonlySignal<Placement | null>,
  show: (view: View) => void,
  nextFrame: (run: () => void) => void,
): (() => void) => {
  let waiting = false;
  return effect(() => {
    if (placement.value === null || waiting) return;
    waiting = true;
    nextFrame(() => {
      waiting = false;
      const newest = placement.peek();
      if (newest !== null) show(newest.view);
    });
  });
};
