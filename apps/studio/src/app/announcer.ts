import { type ReadonlySignal, signal } from "@preact/signals";
import type { Host } from "../state/host.ts";

export type Announcer = {
  readonly announce: (words: string) => void;
  /** What the live region holds. */
  readonly said: ReadonlySignal<string>;
};

/** Says things to screen readers, one in two seconds at most: of what comes faster, the newest. */
export const createAnnouncer = ({ clock, later }: Pick<Host, "clock" | "later">): Announcer => {
  const said = signal("");
  let lastAt = Number.NEGATIVE_INFINITY;
  let forget = () => {};
  const say = (words: string): void => {
    lastAt = clock();
    // a live region tells changes only: the same words again must not be the same text
    said.value = words === said.peek() ? `${words}\u00a0` : words;
  };
  const announce = (words: string): void => {
    forget();
    const wait = lastAt + PAUSE - clock();
    if (wait <= 0) say(words);
    else forget = later(() => say(words), wait);
  };
  return { announce, said };
};

const PAUSE = 2000;
