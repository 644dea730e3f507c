import type { Signal } from "@preact/signals";
import type { ViewMode } from "../state/studio.ts";

/** Shows the source until the returned function is called, which restores the previous view. */
export const peek = (mode: Signal<ViewMode>): (() => void) => {
  const before = mode.peek();
  mode.value = "source";
  return () => {
    // keep a view that was chosen in the meantime
    if (mode.peek() === "source") mode.value = before;
  };
};
