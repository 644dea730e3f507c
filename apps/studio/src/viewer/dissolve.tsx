import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import { wantsLessMotion } from "../ui/reduced-motion.ts";
import type { Preview } from "../worker/preview.ts";
import { boxOf } from "./cells.ts";
import type { Placement } from "./placement.ts";
import type { Viewport } from "./viewport.ts";

/** Milliseconds from the first cell to the last. */
const DURATION = 900;

/**
 * Covers the art of a newly opened picture with the photo, which vanishes cell by cell. Skipped
 * with reduced motion, and if the art is ready before the photo.
 */
export const Dissolve = ({ viewport }: { readonly viewport: Viewport }) => {
  const { opened, worker, mode } = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  useSignalEffect(() => {
    const picture = opened.value;
    if (picture?.kind !== "image" || wantsLessMotion()) return;
    const photo = new Image();
    photo.src = picture.url;
    const before = worker.preview.peek();
    const leaving = new AbortController();
    const unwatch = worker.preview.subscribe((preview) => {
      if (preview === before || preview === null) return;
      unwatch();
      const placement = viewport.placement.peek();
      if (placement === null || mode.peek() !== "ascii" || !photo.complete) return;
      dissolve(canvas.current!, photo, placement, preview.size, leaving.signal);
    });
    return () => {
      unwatch();
      leaving.abort();
    };
  });
  return <canvas class="dissolve" ref={canvas} />;
};

/** Shows a photo on a canvas over the art and clears it, from the center outward with some disorder. */
const dissolve = (
  canvas: HTMLCanvasElement,
  photo: HTMLImageElement,
  placement: Placement,
  { columns, rows }: Preview["size"],
  signal: AbortSignal,
): void => {
  const { density, view, x, y } = placement;
  canvas.width = view.width;
  canvas.height = view.height;
  const context = canvas.getContext("2d")!;
  context.drawImage(photo, view.left, view.top, placement.width, placement.height);
  const order = outward(columns, rows);
  const begun = performance.now();
  let cleared = 0;
  const clearNext = (now: number): void => {
    const share = signal.aborted ? 1 : Math.max(0, (now - begun) / DURATION);
    for (const due = Math.min(1, share) * order.length; cleared < due; cleared++) {
      const cell = { column: order[cleared]! % columns, row: Math.floor(order[cleared]! / columns) };
      const { left, top, width, height } = boxOf(placement, cell);
      context.clearRect(left * density - x, top * density - y, width * density, height * density);
    }
    if (cleared < order.length) requestAnimationFrame(clearNext);
    // a canvas that shows nothing any more takes up no memory
    else canvas.width = canvas.height = 0;
  };
  requestAnimationFrame(clearNext);
};

/** Share of disorder in the order of cells. */
const DISORDER = 0.6;

/** The cells of a grid by their distance from its center, not quite in order. */
const outward = (columns: number, rows: number): Uint32Array => {
  const places = Float64Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [(i % columns) / columns - 0.5, Math.floor(i / columns) / rows - 0.5];
    return Math.hypot(x, y) * Math.SQRT2 * (1 - DISORDER) + Math.random() * DISORDER;
  });
  return Uint32Array.from(places.keys()).sort((one, other) => places[one]! - places[other]!);
};
