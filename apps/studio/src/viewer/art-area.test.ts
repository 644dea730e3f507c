import type { View } from "@lumiglyph/engine/paint/view";
import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { showViews } from "./art-area.tsx";
import { type Placement, place } from "./placement.ts";

const at = (zoom: number): Placement =>
  place({ columns: 10, rows: 5, cellAspect: 0.5 }, { width: 100, height: 100, density: 1 }, zoom, { x: 0, y: 0 });

const setUp = (first: Placement | null) => {
  const placement = signal(first);
  const shown: View[] = [];
  const frames: (() => void)[] = [];
  const stop = showViews(
    placement,
    (view) => shown.push(view),
    (run) => frames.push(run),
  );
  return { placement, shown, frames, stop };
};

test("only the newest placement within a frame is shown", () => {
  const { placement, shown, frames } = setUp(at(1));
  placement.value = at(2);
  placement.value = at(3);
  expect(frames).toHaveLength(1);
  frames.shift()!();
  expect(shown).toEqual([at(3).view]);
  placement.value = at(4);
  frames.shift()!();
  expect(shown).toEqual([at(3).view, at(4).view]);
});

test("nothing is shown without art, or if the art is gone before the frame", () => {
  const { placement, shown, frames } = setUp(null);
  expect(frames).toHaveLength(0);
  placement.value = at(1);
  placement.value = null;
  frames.shift()!();
  expect(shown).toEqual([]);
});

test("nothing is shown once stopped", () => {
  const { placement, frames, stop } = setUp(null);
  stop();
  placement.value = at(1);
  expect(frames).toHaveLength(0);
});
