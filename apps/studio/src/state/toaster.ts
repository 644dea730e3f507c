import { type Signal, signal } from "@preact/signals";
import type { Host } from "./host.ts";
import type { Notice, Studio } from "./studio.ts";

export type Toaster = {
  readonly toast: Studio["toast"];
  readonly notice: Signal<Notice | null>;
};

/** Shows one short message at a time, each for some seconds; longer where there is something to press. */
export const createToaster = ({ later }: Pick<Host, "later">, announce: (words: string) => void): Toaster => {
  const notice = signal<Notice | null>(null);
  let forget = () => {};
  const toast: Studio["toast"] = (words, action) => {
    forget();
    notice.value = action === undefined ? { words } : { words, action };
    announce(words);
    forget = later(
      () => {
        notice.value = null;
      },
      action === undefined ? SHORT : LONG,
    );
  };
  return { toast, notice };
};

/** Milliseconds. */
const SHORT = 4000;
const LONG = 8000;
