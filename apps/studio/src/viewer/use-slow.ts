import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { Studio } from "../state/studio.ts";

/** Milliseconds after which progress is shown. */
const PATIENCE = 400;

/** Whether rendering the current parameters takes noticeably long. */
export const useSlow = ({ worker, params }: Pick<Studio, "worker" | "params">): ReadonlySignal<boolean> => {
  const slow = useSignal(false);
  const busy = useComputed(() => worker.pass.value !== "none");
  useSignalEffect(() => {
    // restart on every parameter change
    params.options.value;
    if (!busy.value) return;
    const timer = setTimeout(() => {
      slow.value = true;
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      slow.value = false;
    };
  });
  return slow;
};
