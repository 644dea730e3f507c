import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Preview } from "../worker/preview.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { shareAt } from "./placement.ts";
import { createViewport } from "./viewport.ts";

const setUp = () => {
  const preview = signal<Preview | null>(null);
  const studio = { worker: { preview } as unknown as RenderWorker, zoom: signal(1), pan: signal({ x: 0, y: 0 }) };
  const viewport = createViewport(studio);
  const draw = (columns: number, rows: number): void => {
    preview.value = { size: { columns, rows }, params: { cellAspect: 0.5 } } as Preview;
  };
  return { ...studio, viewport, draw };
};

const AREA = { width: 1000, height: 1000, density: 1 };

test("there is no placement until the area is measured and there is art", () => {
  const { viewport, draw } = setUp();
  expect(viewport.placement.value).toBeNull();
  draw(100, 50);
  expect(viewport.placement.value).toBeNull();
  viewport.area.value = AREA;
  expect(viewport.placement.value?.view.cell).toEqual({ width: 10, height: 20 });
});

test("a preview of the same size keeps the placement, one of another size replaces it", () => {
  const { viewport, draw } = setUp();
  viewport.area.value = AREA;
  draw(100, 50);
  const first = viewport.placement.value;
  draw(100, 50);
  expect(viewport.placement.value).toBe(first);
  draw(200, 100);
  expect(viewport.placement.value).not.toBe(first);
});

test("a zoom keeps the center, or the given point, in place", () => {
  const { viewport, draw, zoom, pan } = setUp();
  viewport.area.value = AREA;
  draw(100, 50);
  viewport.zoomBy(1);
  expect([zoom.value, pan.value]).toEqual([1.5, { x: 0, y: 0 }]);
  const at = { x: 250, y: 500 };
  const under = shareAt(viewport.placement.value!, at);
  viewport.zoomTo(3, at);
  expect(shareAt(viewport.placement.value!, at)).toEqual(under);
});

test("a position held at one point returns there, even if small art could not follow", () => {
  const { viewport, draw } = setUp();
  viewport.area.value = { width: 1000, height: 600, density: 1 };
  draw(100, 60);
  const at = { x: 400, y: 200 };
  const share = shareAt(viewport.placement.value!, at);
  for (const zoom of [1.2, 1.5, 2, 4]) viewport.zoomTo(zoom, at, share);
  const now = shareAt(viewport.placement.value!, at);
  expect(now.x).toBeCloseTo(share.x, 2);
  expect(now.y).toBeCloseTo(share.y, 2);
});

test("art that fits cannot be panned; larger art pans to its edge", () => {
  const { viewport, draw, pan, zoom } = setUp();
  viewport.area.value = AREA;
  draw(100, 50);
  viewport.panBy({ x: 40, y: 0 });
  expect(pan.value).toEqual({ x: 0, y: 0 });
  zoom.value = 2;
  viewport.panBy({ x: 40, y: -9000 });
  expect(pan.value).toEqual({ x: 40, y: -500 });
});

test("moving to a hidden cell pans until it is visible", () => {
  const { viewport, draw, pan, zoom } = setUp();
  viewport.area.value = AREA;
  draw(100, 50);
  zoom.value = 2;
  viewport.walkTo({ column: 99, row: 25 });
  expect(viewport.cell.value).toEqual({ column: 99, row: 25 });
  expect(pan.value).toEqual({ x: 500, y: 0 });
});
