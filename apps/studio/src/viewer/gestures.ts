import type { Studio } from "../state/studio.ts";
import { type Cell, cellAt } from "./cells.ts";
import { type Point, shareAt, wheelFactor } from "./placement.ts";
import type { Viewport } from "./viewport.ts";

type On<Name extends keyof HTMLElementEventMap> = (event: HTMLElementEventMap[Name]) => void;

/** Pointer and wheel handlers: drag, pinch, zoom, and the loupe under a mouse. */
export type Gestures = {
  readonly onPointerDown: On<"pointerdown">;
  readonly onPointerMove: On<"pointermove">;
  readonly onPointerUp: On<"pointerup">;
  readonly onPointerCancel: On<"pointercancel">;
  readonly onPointerLeave: On<"pointerleave">;
  readonly onWheel: On<"wheel">;
  readonly onDblClick: On<"dblclick">;
};

/** A point of the art held by a gesture, as shares of its size, and the zoom when it began. */
type Grip = { readonly share: Point; readonly zoom: number };

export const createGestures = (
  viewport: Viewport,
  { mode, split, zoom, loupe }: Pick<Studio, "mode" | "split" | "zoom" | "loupe">,
): Gestures => {
  const held = new Map<number, Point>();
  let pinched: (Grip & { readonly apart: number }) | null = null;
  let wheeled: (Grip & { readonly at: Point }) | null = null;
  const gripAt = (at: Point): Grip => ({ share: shareAt(viewport.placement.value!, at), zoom: zoom.value });

  const beginPinch = (): void => {
    const [one, other] = [...held.values()];
    if (other === undefined) return;
    const { middle, apart } = pinchOf(one!, other);
    pinched = { ...gripAt(middle), apart };
  };
  const drag = (id: number, to: Point): void => {
    const from = held.get(id)!;
    held.set(id, to);
    const [one, other] = [...held.values()];
    if (other === undefined) viewport.panBy({ x: from.x - to.x, y: from.y - to.y });
    if (other === undefined || pinched === null) return;
    const { middle, apart } = pinchOf(one!, other);
    viewport.zoomTo((pinched.zoom * apart) / pinched.apart, middle, pinched.share);
  };
  const release = ({ pointerId }: PointerEvent): void => {
    held.delete(pointerId);
    pinched = null;
  };
  /** Zooming with the wheel keeps the first point under the pointer fixed, even where the art was too small to follow. */
  const turn = (factor: number, at: Point): void => {
    if (wheeled?.at.x !== at.x || wheeled.at.y !== at.y) wheeled = { ...gripAt(at), at };
    viewport.zoomTo(zoom.value * factor, at, wheeled.share);
  };

  /** The source side of a split has no glyphs to look at. */
  const cellUnder = (at: Point): Cell | null => {
    const placement = viewport.placement.value;
    if (placement === null) return null;
    const share = shareAt(placement, at);
    const isSource = mode.value === "split" && (viewport.narrow.value ? share.y : share.x) < split.value;
    return isSource ? null : cellAt(placement, at);
  };

  return {
    onPointerDown: (event) => {
      // text is for selecting
      if (event.button !== 0 || mode.value === "text" || viewport.placement.value === null) return;
      held.set(event.pointerId, pointIn(event));
      area(event).setPointerCapture(event.pointerId);
      viewport.cell.value = null;
      beginPinch();
    },
    onPointerMove: (event) => {
      wheeled = null;
      if (held.has(event.pointerId)) drag(event.pointerId, pointIn(event));
      else if (event.pointerType !== "touch" && loupe.value) viewport.cell.value = cellUnder(pointIn(event));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: () => {
      viewport.cell.value = null;
    },
    onWheel: (event) => {
      const slack = viewport.placement.value?.slack;
      if (slack === undefined) return;
      const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      const [x, y] = [event.deltaX * scale, event.deltaY * scale];
      if (event.ctrlKey || event.metaKey) turn(wheelFactor(y), pointIn(event));
      else if (mode.value === "text" || (slack.x === 0 && slack.y === 0)) return;
      else viewport.panBy(event.shiftKey ? { x: x + y, y: 0 } : { x, y });
      event.preventDefault();
    },
    onDblClick: (event) => {
      if (mode.value !== "text") viewport.zoomTo(zoom.value === 1 ? 2 : 1, pointIn(event));
    },
  };
};

/** CSS pixels per line, for wheels that report lines. */
const LINE = 33;

const area = (event: Event): HTMLElement => event.currentTarget as HTMLElement;

const pointIn = (event: MouseEvent): Point => {
  const { left, top } = area(event).getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
};

/** Two fingers: the point between them and their distance. */
type Pinch = { readonly middle: Point; readonly apart: number };

export const pinchOf = (one: Point, other: Point): Pinch => ({
  middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
  // avoids a division by zero
  apart: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
});
