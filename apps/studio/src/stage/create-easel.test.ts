import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Preview, RenderWorker } from "../darkroom/darkroom.ts";
import { createEasel } from "./create-easel.ts";
import { shareAt } from "./fit.ts";

const setUp = () => {
  const preview = signal<Preview | null>(null);
  const studio = { worker: { preview } as unknown as RenderWorker, zoom: signal(1), pan: signal({ x: 0, y: 0 }) };
  const easel = createEasel(studio);
  const draw = (columns: number, rows: number): void => {
    preview.value = { size: { columns, rows } } as Preview;
  };
  return { ...studio, easel, draw };
};

const ROOM = { width: 1000, height: 1000, density: 1 };

test("there is no placement before the room is measured and there is art", () => {
  const { easel, draw } = setUp();
  expect(easel.placement.value).toBeNull();
  draw(100, 50);
  expect(easel.placement.value).toBeNull();
  easel.room.value = ROOM;
  expect(easel.placement.value?.view.cell).toBe(10);
});

test("a proof of the same size leaves the placement as it is, one of another size makes a new one", () => {
  const { easel, draw } = setUp();
  easel.room.value = ROOM;
  draw(100, 50);
  const first = easel.placement.value;
  draw(100, 50);
  expect(easel.placement.value).toBe(first);
  draw(200, 100);
  expect(easel.placement.value).not.toBe(first);
});

test("a zoom without a point keeps the middle, one with a point keeps what is under it", () => {
  const { easel, draw, zoom, pan } = setUp();
  easel.room.value = ROOM;
  draw(100, 50);
  easel.zoomBy(1);
  expect([zoom.value, pan.value]).toEqual([1.5, { x: 0, y: 0 }]);
  const at = { x: 250, y: 500 };
  const under = shareAt(easel.placement.value!, at);
  easel.zoomTo(3, at);
  expect(shareAt(easel.placement.value!, at)).toEqual(under);
});

test("what is held at the same place again and again comes back there, although small art could not follow", () => {
  const { easel, draw } = setUp();
  easel.room.value = { width: 1000, height: 600, density: 1 };
  draw(100, 60);
  const at = { x: 400, y: 200 };
  const share = shareAt(easel.placement.value!, at);
  for (const zoom of [1.2, 1.5, 2, 4]) easel.zoomTo(zoom, at, share);
  const now = shareAt(easel.placement.value!, at);
  expect(now.x).toBeCloseTo(share.x, 2);
  expect(now.y).toBeCloseTo(share.y, 2);
});

test("art that fits cannot be panned, art that does not as far as its edge", () => {
  const { easel, draw, pan, zoom } = setUp();
  easel.room.value = ROOM;
  draw(100, 50);
  easel.panBy({ x: 40, y: 0 });
  expect(pan.value).toEqual({ x: 0, y: 0 });
  zoom.value = 2;
  easel.panBy({ x: 40, y: -9000 });
  expect(pan.value).toEqual({ x: 40, y: -500 });
});

test("walking to a cell that is scrolled out pans until it is seen", () => {
  const { easel, draw, pan, zoom } = setUp();
  easel.room.value = ROOM;
  draw(100, 50);
  zoom.value = 2;
  easel.walkTo({ column: 99, row: 25 });
  expect(easel.cell.value).toEqual({ column: 99, row: 25 });
  expect(pan.value).toEqual({ x: 500, y: 0 });
});
