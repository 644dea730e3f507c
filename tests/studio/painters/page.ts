import { createAtlas, type GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import type { PaintedPage } from "@lumiglyph/engine/paint/page";
import { choosePainter, createCpuPainter } from "../../../apps/studio/src/worker/paint/choose-painter.ts";
import type { Painter } from "../../../apps/studio/src/worker/paint/painter.ts";
import { PAPER, samplePage } from "./sample-pages.ts";

/** Loads the atlas from the baked file. */
const loadAtlas = async (): Promise<GlyphAtlas> =>
  createAtlas(await (await fetch("/generated/glyphs.bin")).arrayBuffer());

type View = Parameters<Painter["paint"]>[1];
type Shot = readonly [page: PaintedPage, view: View];

const COLORED = samplePage(1, { colored: true });
const MONO = samplePage(2, { ink: [0x23, 0x28, 0x38], ground: PAPER });
const BARE = samplePage(3, { ground: null });

const viewOf = (width: number, left = 0, top = 0, height = 2 * width): View => ({
  cell: { width, height },
  width: 300,
  height: 200,
  left,
  top,
});

/** Pages and views in a user's order: other sizes, panning, another page, another background. */
const SHOTS: { readonly [name: string]: Shot } = {
  "colored, cut off on two sides": [COLORED, viewOf(16, -37, -11)],
  "colored, with room around it": [COLORED, viewOf(3, 40, 21)],
  "the same, moved by a pixel": [COLORED, viewOf(3, 41, 21)],
  "ink on paper": [MONO, viewOf(8, -5, 9)],
  "another page in the same place": [samplePage(4, { ink: MONO.ink, ground: PAPER }), viewOf(8, -5, 9)],
  "the same on black": [{ ...MONO, ground: [0, 0, 0] }, viewOf(8, -5, 9)],
  "without a ground": [BARE, viewOf(12, 7, -30)],
  "in another canvas": [BARE, { cell: { width: 5, height: 10 }, width: 173, height: 91, left: 0, top: 0 }],
  "in two colors": [samplePage(5, { colored: true, grounded: true }), viewOf(8, -5, 9)],
  "a mosaic": [samplePage(6, { colored: true, grounded: true, mosaic: "octants" }), viewOf(9, 3, -4)],
  "in fractions of a pixel": [COLORED, viewOf(6.703125, -37, -11)],
  "the same, a little larger": [COLORED, viewOf(6.75, -37, -11)],
  "in cells of another shape": [COLORED, viewOf(7.5, 3, -5, 11.25)],
  "a mosaic in fractions": [
    samplePage(6, { colored: true, grounded: true, mosaic: "sextants" }),
    viewOf(5.3984375, 3, -4),
  ],
  "eighths and shades": [samplePage(7, { colored: true, grounded: true, mosaic: "octants/color" }), viewOf(9, 3, -4)],
  "beyond the largest glyphs": [MONO, viewOf(700, -400, -900)],
  "out of sight": [MONO, viewOf(8, 5000, 0)],
};

/** A context with any renderer. */
const openAnyGl = (): WebGL2RenderingContext | null =>
  new OffscreenCanvas(1, 1).getContext("webgl2", { antialias: false });

const createGlPainter = async (target: OffscreenCanvasRenderingContext2D, atlas: GlyphAtlas): Promise<Painter> => {
  const { createWebgl2Painter } = await import("../../../apps/studio/src/worker/paint/gpu-painter.ts");
  return createWebgl2Painter(target, openAnyGl()!, atlas);
};

const viewerOf = (canvas = new OffscreenCanvas(1, 1)) => canvas.getContext("2d")!;

const pixelsOf = (context: OffscreenCanvasRenderingContext2D): Uint8ClampedArray =>
  context.getImageData(0, 0, context.canvas.width, context.canvas.height).data;

const painted = (context: OffscreenCanvasRenderingContext2D, painter: Painter, [page, view]: Shot) => {
  painter.paint(page, view);
  return pixelsOf(context);
};

const hashOf = async (bytes: Uint8ClampedArray): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Largest difference of two pictures: of opaque pixels directly, of others composited on black and on white. */
const difference = (one: Uint8ClampedArray, other: Uint8ClampedArray): number => {
  let most = one.length === other.length ? 0 : 255;
  for (let i = 0; i < one.length; i += 4) {
    for (let channel = 0; channel < 3; channel++) {
      const on = (pixels: Uint8ClampedArray, ground: number) =>
        ground + ((pixels[i + channel]! - ground) * pixels[i + 3]!) / 255;
      for (const ground of [0, 255]) most = Math.max(most, Math.abs(on(one, ground) - on(other, ground)));
    }
  }
  return most;
};

/** For each shot, the difference between WebGL's and the CPU's pixels, with both painters reused for all shots. */
export const compareKinds = async () => {
  const atlas = await loadAtlas();
  const [cpuTarget, glTarget] = [viewerOf(), viewerOf()];
  const cpu = createCpuPainter(cpuTarget, atlas);
  const webgl2 = await createGlPainter(glTarget, atlas);
  return Object.fromEntries(
    Object.entries(SHOTS).map(([name, shot]) => [
      name,
      difference(painted(cpuTarget, cpu, shot), painted(glTarget, webgl2, shot)),
    ]),
  );
};

/** For each shot, whether a reused painter shows the same as a new one. */
export const compareWithNew = async () => {
  const atlas = await loadAtlas();
  const target = viewerOf();
  const painter = createCpuPainter(target, atlas);
  const fresh = (shot: Shot, context = viewerOf()) => painted(context, createCpuPainter(context, atlas), shot);
  return Object.fromEntries(
    Object.entries(SHOTS).map(([name, shot]) => [name, difference(painted(target, painter, shot), fresh(shot))]),
  );
};

/** The hash of a page that covers its canvas. */
export const hashOfPage = async (): Promise<string> => {
  const [target, atlas] = [viewerOf(), await loadAtlas()];
  const view = { cell: { width: 9, height: 18 }, width: 24 * 9, height: 9 * 18, left: 0, top: 0 };
  return hashOf(painted(target, createCpuPainter(target, atlas), [COLORED, view]));
};

/** The pixel rows written to the canvas for a page, and for the same page with one cell changed. */
export const rowsPut = async () => {
  const [target, atlas] = [viewerOf(), await loadAtlas()];
  const put: (readonly [top: number, height: number])[] = [];
  const real = target.putImageData.bind(target);
  target.putImageData = (image: ImageData, x: number, y: number, ...rest: number[]) => {
    put.push([rest[1] ?? 0, rest[3] ?? image.height]);
    return real(image, x, y, ...(rest as []));
  };
  const painter = createCpuPainter(target, atlas);
  const changed = { ...MONO, glyphs: MONO.glyphs.with(3 * MONO.columns + 5, 40) };
  for (const page of [MONO, { ...MONO }, changed]) painter.paint(page, viewOf(8, -5, 9));
  return put;
};

/** The sequence of a canvas's painters, and whether its picture stays the same. */
export const watchChoice = async (accepted: "hardware" | "any") => {
  const canvas = new OffscreenCanvas(1, 1);
  const kinds: string[] = [];
  let [gl, heard]: [WebGL2RenderingContext | null, () => void] = [null, () => undefined];
  const open = () => {
    gl = openAnyGl();
    return gl;
  };
  const painter = choosePainter({
    canvas,
    atlas: await loadAtlas(),
    changed: (kind) => {
      kinds.push(kind);
      heard();
    },
    ...(accepted === "any" && { openGl: open }),
  });
  const nextChange = () =>
    Promise.race([new Promise<void>((resolve) => (heard = resolve)), rest(PATIENCE_MS[accepted])]);
  kinds.push(painter.kind);
  painter.paint(...SHOTS["ink on paper"]!);
  const first = pixelsOf(viewerOf(canvas)).slice();
  await nextChange();
  const second = pixelsOf(viewerOf(canvas)).slice();
  if (gl !== null) (gl as WebGL2RenderingContext).getExtension("WEBGL_lose_context")!.loseContext();
  await nextChange();
  return {
    kinds,
    kind: painter.kind,
    differences: [second, pixelsOf(viewerOf(canvas))].map((one) => difference(first, one)),
  };
};

/** How long to wait for a change of painter, which does not come if only hardware is accepted. */
const PATIENCE_MS = { hardware: 500, any: 10_000 } as const;

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Median paint times in milliseconds: with every cell changed, and with one cell changed. */
export const timePaints = async (columns: number, rows: number, cell: number, kind: Painter["kind"] = "cpu") => {
  const [target, atlas] = [viewerOf(), await loadAtlas()];
  const painter = kind === "cpu" ? createCpuPainter(target, atlas) : await createGlPainter(target, atlas);
  const view = {
    cell: { width: cell, height: 2 * cell },
    width: columns * cell,
    height: rows * 2 * cell,
    left: 0,
    top: 0,
  };
  const pages = [0, 1, 2, 3].map((seed) => samplePage(seed, { columns, rows, colored: true }));
  const few = [1, 2].map((glyph) => ({ ...pages[0]!, glyphs: pages[0]!.glyphs.with(columns + 1, glyph) }));
  return { all: medianTime(painter, target, view, pages), few: medianTime(painter, target, view, few) };
};

const medianTime = (
  painter: Painter,
  target: OffscreenCanvasRenderingContext2D,
  view: View,
  pages: readonly PaintedPage[],
): number => {
  const times = Array.from({ length: 26 }, (_, i) => {
    const start = performance.now();
    painter.paint(pages[i % pages.length]!, view);
    // reading a pixel waits for the canvas
    target.getImageData(0, 0, 1, 1);
    return performance.now() - start;
  });
  return times.slice(5).toSorted((a, b) => a - b)[10]!;
};
