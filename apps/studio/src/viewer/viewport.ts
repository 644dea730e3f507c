import type { PageShape } from "@lumiglyph/engine/paint/view";
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Studio } from "../state/studio.ts";
import { type Cell, panTo } from "./cells.ts";
import {
  type Area,
  clampPan,
  clampZoom,
  type Placement,
  type Point,
  panUnder,
  place,
  shareAt,
  zoomStep,
} from "./placement.ts";

/** Position of the art in the viewer, and how to move it. */
export type Viewport = {
  /** Null until measured. */
  readonly area: Signal<Area | null>;
  /** Whether the layout is a phone's, where the split is horizontal. */
  readonly narrow: Signal<boolean>;
  /** Null while there is no art. */
  readonly placement: ReadonlySignal<Placement | null>;
  /** The cell under the loupe. */
  readonly cell: Signal<Cell | null>;
  /**
   * Zooms around a point of the area, in CSS pixels, or its center. That point of the art stays in place, unless
   * `share` (see `shareAt`) names another to move there.
   */
  readonly zoomTo: (zoom: number, at?: Point, share?: Point) => void;
  readonly zoomBy: (direction: 1 | -1) => void;
  /** Pans, in CSS pixels. */
  readonly panBy: (by: Point) => void;
  /** Moves the loupe to a cell and pans until it is visible. */
  readonly walkTo: (cell: Cell) => void;
};

export const createViewport = ({ worker, zoom, pan }: Pick<Studio, "worker" | "zoom" | "pan">): Viewport => {
  const area = signal<Area | null>(null);
  const cell = signal<Cell | null>(null);
  const page = shapeOf(worker);
  const placement = computed(() =>
    area.value === null || page.value === null ? null : place(page.value, area.value, zoom.value, pan.value),
  );
  const panBy = (by: Point): void => {
    if (placement.value === null) return;
    const from = clampPan(pan.value, placement.value.slack);
    pan.value = clampPan({ x: from.x + by.x, y: from.y + by.y }, placement.value.slack);
  };
  const zoomTo = (to: number, at?: Point, share?: Point): void => {
    if (area.value === null || page.value === null || placement.value === null) return;
    const { width, height, density } = area.value;
    const point = at ?? { x: width / 2 / density, y: height / 2 / density };
    const next = clampZoom(to);
    const under = share ?? shareAt(placement.value, point);
    batch(() => {
      zoom.value = next;
      pan.value = panUnder(page.value!, area.value!, next, under, point);
    });
  };
  return {
    area,
    narrow: signal(false),
    placement,
    cell,
    zoomTo,
    zoomBy: (direction) => zoomTo(zoomStep(zoom.value, direction, placement.value?.fit ?? 1)),
    panBy,
    walkTo: (to) => {
      if (placement.value !== null) panBy(panTo(placement.value, to));
      cell.value = to;
    },
  };
};

/** The preview's shape, as the same object until it changes. */
const shapeOf = ({ preview }: Studio["worker"]): ReadonlySignal<PageShape | null> => {
  const columns = computed(() => preview.value?.size.columns ?? 0);
  const rows = computed(() => preview.value?.size.rows ?? 0);
  const cellAspect = computed(() => preview.value?.params.cellAspect ?? 1);
  return computed(() =>
    columns.value === 0 ? null : { columns: columns.value, rows: rows.value, cellAspect: cellAspect.value },
  );
};
