import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Thumbnail } from "../darkroom/darkroom.ts";
import type { Studio } from "../state/studio.ts";
import { lookWishes, sheetKey } from "./look-wishes.ts";

/** Cells of a look. */
export const LOOK_GRID = { columns: 40, rows: 10 };

/** Milliseconds that the stage must have been still before looks are drawn. */
const PAUSE = 300;

type Parts = Pick<Studio, "darkroom" | "opened" | "params">;

/**
 * Draws the contact sheet whenever the stage has come to rest and the picture, or a parameter that all looks share, is
 * another than the last time. Work on the stage cancels it. `cell` is a look's cell in device pixels, 0 while nobody sees
 * them. Gives back what stops it.
 */
export const drawLooks = (
  { darkroom, opened, params }: Parts,
  cell: ReadonlySignal<number>,
  put: (looks: readonly Thumbnail[]) => void,
): (() => void) => {
  let drawn = "";
  const wanted = computed(() => {
    if (darkroom.pass.value !== "none" || darkroom.proof.value === null || opened.value === null || cell.value === 0)
      return "";
    return `${opened.value.url} ${cell.value} ${sheetKey(params.parsed.value.params)}`;
  });
  return effect(() => {
    const key = wanted.value;
    if (key === "" || key === drawn) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const wishes = lookWishes(darkroom.proof.peek()!.params);
      const looks = await darkroom.looks(wishes, LOOK_GRID, cell.peek(), stop.signal).catch(() => null);
      if (looks === null || stop.signal.aborted) return;
      drawn = key;
      put(looks);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
};
