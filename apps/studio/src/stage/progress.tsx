import type { ReadonlySignal } from "@preact/signals";

/** A thin bar while a pass takes its time. How long it will take nobody knows, so it only says that it does. */
export const Progress = ({ slow }: { readonly slow: ReadonlySignal<boolean> }) =>
  slow.value ? (
    <div class="progress" role="progressbar" aria-label="Developing">
      <i />
    </div>
  ) : null;
