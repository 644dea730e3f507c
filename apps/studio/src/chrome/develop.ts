import type { Thumbnail } from "../darkroom/darkroom.ts";

/** Milliseconds from the first cell to the last. */
const BATH = 1600;

/** Shows art on a canvas as a print comes up in its bath: the cells with the most ink first. At once where less motion is asked for. */
export const develop = (canvas: HTMLCanvasElement, art: Thumbnail, columns: number, signal: AbortSignal): void => {
  if (signal.aborted) return;
  canvas.width = art.width;
  canvas.height = art.height;
  canvas.style.width = `${art.width / devicePixelRatio}px`;
  canvas.style.height = `${art.height / devicePixelRatio}px`;
  const context = canvas.getContext("2d")!;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    context.drawImage(art, 0, 0);
    return;
  }
  const cell = art.width / columns;
  const order = cellsByInk(art, columns, Math.round(art.height / cell / 2));
  const begun = performance.now();
  let shown = 0;
  const bathe = (now: number): void => {
    const due = Math.min(1, Math.max(0, (now - begun) / BATH)) * order.length;
    for (; shown < due; shown++) {
      const x = (order[shown]! % columns) * cell;
      const y = Math.floor(order[shown]! / columns) * cell * 2;
      context.drawImage(art, x, y, cell, cell * 2, x, y, cell, cell * 2);
    }
    if (shown < order.length && !signal.aborted) requestAnimationFrame(bathe);
  };
  requestAnimationFrame(bathe);
};

/** Indices of the cells of art on black, the brightest first. */
const cellsByInk = (art: Thumbnail, columns: number, rows: number): number[] => {
  const context = new OffscreenCanvas(columns, rows).getContext("2d")!;
  context.drawImage(art, 0, 0, columns, rows);
  const { data } = context.getImageData(0, 0, columns, rows);
  const ink = Array.from({ length: columns * rows }, (_, at) => data[at * 4]! + data[at * 4 + 1]! + data[at * 4 + 2]!);
  return ink.map((_, at) => at).sort((a, b) => ink[b]! - ink[a]!);
};
