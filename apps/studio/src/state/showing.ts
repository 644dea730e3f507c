import type { ParsedParams } from "@lumiglyph/contract";
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Darkroom, Negative } from "../darkroom/darkroom.ts";
import type { Opened } from "../sources/opened.ts";
import type { Host } from "./host.ts";
import type { Snapshot } from "./timeline.ts";

export type ShowingParts = {
  readonly darkroom: Darkroom;
  readonly host: Pick<Host, "decode" | "nextFrame">;
  readonly now: ReadonlySignal<Snapshot>;
  /** Is told of a picture whose file can no longer be read. */
  readonly onLost: (picture: Opened) => void;
};

export type Showing = {
  /** The picture that the darkroom has. */
  readonly shown: ReadonlySignal<Opened | null>;
  /** Puts up a picture whose pixels are at hand. */
  readonly hang: (picture: Opened, negative: Negative) => void;
  /** Gives the darkroom its picture once more, after it has lost it. */
  readonly hangAgain: () => void;
};

/**
 * Keeps the darkroom at what the newest snapshot says. Parameters are developed once a frame at most; a picture that undo
 * brings back is decoded again, and until then the one before it stays.
 */
export const createShowing = ({ darkroom, host, now, onLost }: ShowingParts): Showing => {
  const shown = signal<Opened | null>(null);
  const wanted = computed(() => now.value.opened);
  const parsed = computed((): ParsedParams => now.value.parsed);

  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    host.nextFrame(() => {
      isPlanned = false;
      if (shown.peek() !== null) darkroom.develop(parsed.peek());
    });
  };
  const hang = (picture: Opened, negative: Negative): void => {
    darkroom.open(negative);
    shown.value = picture;
    plan();
  };
  const bringBack = async (picture: Opened): Promise<void> => {
    const negative = await host.decode(picture.file).catch(() => null);
    if (wanted.peek() !== picture) return;
    if (negative === null) onLost(picture);
    else hang(picture, negative);
  };
  effect(() => {
    const picture = wanted.value;
    untracked(() => {
      if (picture === shown.peek()) return;
      if (picture !== null) return void bringBack(picture);
      darkroom.clear();
      shown.value = null;
    });
  });

  effect(() => {
    parsed.value;
    if (untracked(() => shown.value !== null && shown.value === wanted.value)) plan();
  });
  return { shown, hang, hangAgain: () => void bringBack(wanted.peek()!) };
};
