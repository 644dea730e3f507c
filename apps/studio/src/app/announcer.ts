import { type ReadonlySignal, signal } from "@preact/signals";
import type { Host } from "../state/host.ts";

export type Announcer = {
  readonly announce: (words: string) => void;
  /** The live region's text. */
  readonly said: ReadonlySignal<string>;
};

/** Sends text to the live region, at most once every two seconds; faster messages are replaced by the newest. */
export const createAnnouncer = ({ clock, later }: Pick<Host, "clock" | "later">): Announcer => {
  const said = signal("");
  let lastAt = Number.NEGATIVE_INFINITY;
  let forget = () => {};
  const say = (words: string): void => {
    lastAt = clock();
    // a live region announces changes only, so a repeated message needs a different text
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
