import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { Studio } from "../state/studio.ts";

/** Milliseconds after which work is worth a word. */
const PATIENCE = 400;

/** Whether the parameters that are set now have been developing for so long that one would ask what is going on. */
export const useSlow = ({ worker, params }: Pick<Studio, "worker" | "params">): ReadonlySignal<boolean> => {
  const slow = useSignal(false);
  const busy = useComputed(() => worker.pass.value !== "none");
  useSignalEffect(() => {
    // each change of a parameter begins anew
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
