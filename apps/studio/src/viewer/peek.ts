import type { Signal } from "@preact/signals";
import type { ViewMode } from "../state/studio.ts";

/** Shows the source for as long as something is held: what it gives back lets go and brings the former view back. */
export const peek = (mode: Signal<ViewMode>): (() => void) => {
  const before = mode.peek();
  mode.value = "source";
  return () => {
    // another view that was chosen meanwhile stays
    if (mode.peek() === "source") mode.value = before;
  };
};
