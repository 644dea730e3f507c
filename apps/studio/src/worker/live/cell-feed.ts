import type { LiveFrame } from "@lumiglyph/engine";
import type { CellFrame } from "../live-feed.ts";
import { MAX_IN_TRANSIT } from "../messages.ts";

/** Sends frames as characters to the page, on request and at the page's speed. */
export type CellFeed = {
  /** Turns it on or off; starts with the current frame. */
  readonly turn: (isOn: boolean) => void;
  /** The page has received one. */
  readonly received: () => void;
  /** Offers the frame shown at a time in seconds; its arrays are valid until the next frame. */
  readonly offer: (frame: LiveFrame, time: number) => void;
};

export const createCellFeed = (post: (frame: CellFrame, transfer: Transferable[]) => void): CellFeed => {
  let credits = 0;
  let isOn = false;
  let newest: CellFrame | null = null;
  const flush = (): void => {
    if (!isOn || credits === 0 || newest === null) return;
    const { cells, inks, grounds } = newest;
    const sent = { ...newest, cells: cells.slice(), inks: inks?.slice() ?? null, grounds: grounds?.slice() ?? null };
    newest = null;
    credits--;
    post(
      sent,
      [sent.cells, sent.inks, sent.grounds].flatMap((bytes) => bytes?.buffer ?? []),
    );
  };
  return {
    turn: (toOn) => {
      isOn = toOn;
      credits = MAX_IN_TRANSIT;
      flush();
    },
    received: () => {
      credits = Math.min(MAX_IN_TRANSIT, credits + 1);
      flush();
    },
    offer: ({ size, params, characters, cells, inks, grounds }, time) => {
      const colors = { inks: inks && own(inks), grounds: grounds && own(grounds) };
      newest = { time, size, params, codebook: characters, cells: own(cells), ...colors };
      flush();
    },
  };
};

/** The stream does not use shared memory. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>;
