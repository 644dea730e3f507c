import type { PaintedPage } from "@lumiglyph/engine/paint/page";
import type { View } from "@lumiglyph/engine/paint/view";
import { expect, test } from "vitest";
import { createViewCanvas } from "./view-canvas.ts";

const page = (columns: number, first: number): PaintedPage => ({
  columns,
  rows: 1,
  glyphs: new Uint8Array(columns).fill(first),
  mosaic: null,
  font: "any",
  colors: null,
  grounds: null,
  ink: [255, 255, 255],
  ground: [0, 0, 0],
  cellAspect: 0.5,
  glow: 0,
});

const view = (left: number): View => ({ cell: { width: 4, height: 8 }, width: 40, height: 8, left, top: 0 });

/** A canvas whose painter records each page's first glyph and the view's position. */
const createTestCanvas = () => {
  const painted: string[] = [];
  const canvas = createViewCanvas(async () => {});
  const attach = () =>
    canvas.attach({
      kind: "cpu",
      paint: (one, { left }) => painted.push(`${one.columns} ${one.glyphs[0]} at ${left}`),
    });
  return { ...canvas, attach, painted };
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("nothing is painted until there is a canvas, a page and a view, in any order", async () => {
  const messages = [
    ["attach", "setPage", "show"],
    ["show", "setPage", "attach"],
    ["setPage", "show", "attach"],
    ["show", "attach", "setPage"],
  ] as const;
  const seen = messages.map(async (message) => {
    const viewCanvas = createTestCanvas();
    const does = {
      attach: viewCanvas.attach,
      setPage: () => viewCanvas.setPage(page(3, 1)),
      show: () => viewCanvas.show(view(0)),
    };
    for (const one of message) {
      expect(viewCanvas.painted).toEqual([]);
      does[one]();
      await turn();
    }
    // a first page always waits for the view that fits it
    if (message[2] === "setPage") viewCanvas.show(view(0));
    await turn();
    return viewCanvas.painted;
  });
  expect(await Promise.all(seen)).toEqual(messages.map(() => ["3 1 at 0"]));
});

test("of simultaneous views only the last is painted", async () => {
  const viewCanvas = createTestCanvas();
  viewCanvas.attach();
  viewCanvas.setPage(page(3, 1));
  for (const left of [0, -1, -2]) viewCanvas.show(view(left));
  await turn();
  expect(viewCanvas.painted).toEqual(["3 1 at -2"]);
});

test("the next page of the same size is painted in the same view, at once", async () => {
  const viewCanvas = createTestCanvas();
  viewCanvas.attach();
  viewCanvas.setPage(page(3, 1));
  viewCanvas.show(view(0));
  await turn();
  viewCanvas.setPage(page(3, 2));
  expect(viewCanvas.painted).toEqual(["3 1 at 0", "3 2 at 0"]);
});

test("a page of another size waits for the view that fits it", async () => {
  const viewCanvas = createTestCanvas();
  viewCanvas.attach();
  viewCanvas.setPage(page(3, 1));
  viewCanvas.show(view(0));
  await turn();
  viewCanvas.setPage(page(5, 2));
  await turn();
  expect(viewCanvas.painted).toEqual(["3 1 at 0"]);
  viewCanvas.show(view(-4));
  await turn();
  expect(viewCanvas.painted).toEqual(["3 1 at 0", "5 2 at -4"]);
});

test("playback replaces the page at its size, and restarts for a new page", async () => {
  const painted: string[] = [];
  const frames: (() => void)[] = [];
  let now = 0;
  const canvas = createViewCanvas(async () => {}, { now: () => now, next: (run) => void frames.push(run) });
  canvas.attach({
    kind: "cpu",
    paint: (one, { cell }) => painted.push(`${one.columns} ${one.glyphs[0]} in ${cell.width}`),
  });
  canvas.setPage(page(3, 1));
  canvas.show(view(0));
  await turn();
  const twice = (under: PaintedPage) => (seconds: number) => page(6, under.glyphs[0]! + 10 * seconds);
  canvas.play(twice);
  now = 2000;
  frames.shift()!();
  canvas.setPage(page(3, 2));
  canvas.play(null);
  await turn();
  frames.shift()!();
  expect(frames).toEqual([]);
  expect(painted).toEqual(["3 1 in 4", "6 1 in 2", "6 21 in 2", "6 22 in 2", "3 2 in 4"]);
});
