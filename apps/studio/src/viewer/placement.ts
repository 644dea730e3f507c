import { type CellSize, edgeOf, type PageShape, type View } from "@lumiglyph/engine/paint/view";

/** The space available for the art, in device pixels. */
export type Area = {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly density: number;
};

export type Point = { readonly x: number; readonly y: number };

/** Where the art lies in its area, in device pixels. All parts of the viewer use it. */
export type Placement = {
  readonly density: number;
  /** Cell width at which the whole art fits. */
  readonly fit: number;
  /** Size of the whole art. */
  readonly width: number;
  readonly height: number;
  /** Position of the canvas in the area; it covers the visible part of the art. */
  readonly x: number;
  readonly y: number;
  readonly view: View;
  /** How far the art can be panned to either side, in CSS pixels. */
  readonly slack: Point;
};

/** Places the art in its area, which it fills in one direction. */
export const place = (page: PageShape, area: Area, zoom: number, pan: Point): Placement => {
  const { density } = area;
  const fit = widthThatFits(page, area);
  const cell = cellAtZoom(page, fit, zoom);
  const [width, height] = [edgeOf(page.columns, cell.width), edgeOf(page.rows, cell.height)];
  const across = lie(width, area.width, pan.x * density);
  const down = lie(height, area.height, pan.y * density);
  return {
    density,
    fit,
    width,
    height,
    x: across.begin,
    y: down.begin,
    view: { cell, width: across.seen, height: down.seen, left: across.offset, top: down.offset },
    slack: { x: across.slack / density, y: down.slack / density },
  };
};

const cellAtZoom = ({ cellAspect }: Pick<PageShape, "cellAspect">, fit: number, zoom: number): CellSize => {
  const width = Math.max(1, stepped(fit * zoom));
  return { width, height: Math.max(1, stepped(width / cellAspect)) };
};

/** Cells from this width are whole pixels: a part of one is not seen, and glyphs of several sizes would take much memory. */
const WHOLE_FROM = 64;

/** Minimum fraction of a pixel that is worth two cell sizes, relative to the cell. */
const LEAST_PART = 0.01;

/** Rounds a cell's width or height down: to whole pixels where that changes little, else to 1/256. */
const stepped = (size: number): number => {
  const whole = Math.floor(size);
  return size >= WHOLE_FROM || size - whole < LEAST_PART * size ? whole : Math.floor(256 * size) / 256;
};

/** Limits a pan to the art. */
export const clampPan = (pan: Point, slack: Point): Point => ({
  x: Math.min(slack.x, Math.max(-slack.x, pan.x)),
  y: Math.min(slack.y, Math.max(-slack.y, pan.y)),
});

/** The position on the art under a point of the area, in CSS pixels, as shares of its width and height. */
export const shareAt = ({ density, x, y, view, width, height }: Placement, at: Point): Point => ({
  x: (at.x * density - x - view.left) / width,
  y: (at.y * density - y - view.top) / height,
});

/** The pan that brings a position on the art under a point of the area, in CSS pixels, within the art's limits. */
export const panUnder = (page: PageShape, area: Area, zoom: number, share: Point, at: Point): Point => {
  const { width, height, slack } = place(page, area, zoom, { x: 0, y: 0 });
  const pan = {
    x: (area.width / 2 + width * (share.x - 0.5)) / area.density - at.x,
    y: (area.height / 2 + height * (share.y - 0.5)) / area.density - at.y,
  };
  return clampPan(pan, slack);
};

/** Width of the largest cells with which the whole art fits. */
const widthThatFits = ({ columns, rows, cellAspect }: PageShape, { width, height }: Area): number =>
  Math.max(1, stepped(Math.min(width / columns, (height / rows) * cellAspect)));

/** One dimension: art that fits is centered, larger art is cropped. */
const lie = (art: number, area: number, pan: number) => {
  if (art <= area) return { begin: Math.floor((area - art) / 2), seen: art, offset: 0, slack: 0 };
  const slack = (art - area) / 2;
  const offset = Math.round(-slack - Math.min(slack, Math.max(-slack, pan)));
  return { begin: 0, seen: area, offset: Math.min(0, Math.max(area - art, offset)) + 0, slack };
};

const STEPS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16] as const;

/** The next zoom that changes the size of cells, where `fit` is their width at zoom 1; the same zoom if there is none. */
export const zoomStep = (zoom: number, direction: 1 | -1, fit: number): number => {
  const widthAt = (step: number): number => Math.max(1, stepped(fit * step));
  const steps = direction > 0 ? STEPS : STEPS.toReversed();
  return steps.find((step) => (widthAt(step) - widthAt(zoom)) * direction > 0) ?? zoom;
};

export const clampZoom = (zoom: number): number => Math.min(STEPS.at(-1)!, Math.max(STEPS[0], zoom));

/** Zoom factor of a wheel event: about a quarter per notch of a mouse, smooth for a trackpad's pinch. */
export const wheelFactor = (delta: number): number => Math.exp(-Math.min(25, Math.max(-25, delta)) / 100);
