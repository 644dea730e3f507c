import type { View } from "@lumiglyph/engine/paint/view";
import { effect, type ReadonlySignal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isOnPaper } from "../state/params-model.ts";
import { useStudio } from "../state/studio.ts";
import { useChunk } from "../ui/use-chunk.ts";
import type { FactsOf } from "./cell-facts.ts";
import { walk } from "./cells.ts";
import { Dissolve } from "./dissolve.tsx";
import { createGestures } from "./gestures.ts";
import type { LOUPE } from "./loupe.tsx";
import { observeArea } from "./observe-area.ts";
import type { Placement } from "./placement.ts";
import { SplitHandle } from "./split-handle.tsx";
import { useLiveParts } from "./use-live-parts.ts";
import type { Viewport } from "./viewport.ts";

/**
 * The part of the viewer that contains the art: measured here, and the target of pointer and wheel
 * gestures.
 */
export const ArtArea = ({ viewport }: { readonly viewport: Viewport }) => {
  const studio = useStudio();
  const { worker, fault, mode, opened } = studio;
  const element = useRef<HTMLDivElement>(null);
  const [gestures] = useState(() => createGestures(viewport, studio));
  useEffect(
    () =>
      observeArea(element.current!, (area) => {
        viewport.area.value = area.width > 0 && area.height > 0 ? area : null;
        // the style sheet defines "narrow"
        viewport.narrow.value = getComputedStyle(element.current!).getPropertyValue("--narrow") === "1";
      }),
    [viewport],
  );
  useSignalEffect(() => {
    // the source may be over this cell now
    mode.value;
    viewport.cell.value = null;
  });
  const hasArt = opened.value !== null && worker.preview.value !== null;
  const loupe = useLoupe(hasArt);
  const facts = useComputed(() => worker.preview.value && (loupe.value?.cellFacts(worker.preview.value) ?? null));
  const isDim = fault.value !== null && hasArt;
  return (
    <div class={isDim ? "artwrap dim" : "artwrap"} hidden={opened.value === null}>
      <div class="artarea" ref={element} inert={isDim} {...gestures}>
        <Art viewport={viewport} facts={facts} />
        {mode.value === "text" && hasArt && <TextView viewport={viewport} />}
        {loupe.value && <loupe.value.Loupe viewport={viewport} facts={facts} />}
      </div>
    </div>
  );
};

/** The loupe, loaded once there is art; null until then. Without it the art is shown but not explained. */
const useLoupe = (hasArt: boolean): ReadonlySignal<typeof LOUPE | null> => {
  const chunk = useSignal<typeof LOUPE | null>(null);
  const fetched = useChunk(fetchLoupe, hasArt);
  if (fetched !== null && fetched !== "missing") chunk.value = fetched.LOUPE;
  return useComputed(() => chunk.value);
};

const fetchLoupe = () => import("./loupe.tsx");

/** Sends the newest placement to the worker, at most once per animation frame. Returns a function that stops it. */
export const showViews = (
  placement: ReadonlySignal<Placement | null>,
  show: (view: View) => void,
  nextFrame: (run: () => void) => void,
): (() => void) => {
  let waiting = false;
  return effect(() => {
    if (placement.value === null || waiting) return;
    waiting = true;
    nextFrame(() => {
      waiting = false;
      const newest = placement.peek();
      if (newest !== null) show(newest.view);
    });
  });
};

/** The art as selectable text, at the size of the art. */
const TextView = ({ viewport }: { readonly viewport: Viewport }) => {
  const preview = useStudio().worker.preview.value;
  const placement = viewport.placement.value;
  const area = viewport.area.value;
  if (preview === null || placement === null || area === null) return null;
  const wide = area.width / area.density;
  const size = ((placement.view.cell.width / area.density) * (wide - BORDER)) / wide / ADVANCE;
  return (
    <pre
      class="plain"
      role="document"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach what scrolls
      tabIndex={0}
      aria-label={`The picture as text, ${preview.size.columns} by ${preview.size.rows} characters`}
      style={{ fontSize: `max(6px, ${size}px)` }}
    >
      {preview.lines.join("\n")}
    </pre>
  );
};

/** Width of a character in JetBrains Mono, in em. */
const ADVANCE = 0.6;

/** Width of the border around the text, in CSS pixels. */
const BORDER = 34;

/** The art with the source on top of it, clipped to the visible part. */
const Art = ({ viewport, facts }: { readonly viewport: Viewport; readonly facts: ReadonlySignal<FactsOf | null> }) => {
  const { worker, live, mode, opened, split } = useStudio();
  const parts = useLiveParts();
  const { x = 0, y = 0, density = 1, width = 0, height = 0, view, slack } = viewport.placement.value ?? {};
  const at = (pixels: number | undefined): string => `${(pixels ?? 0) / density}px`;
  const preview = worker.preview.value;
  const shown = mode.value;
  const cut = shown === "split" ? `${100 - 100 * split.value}%` : "0%";
  const style = { left: at(view?.left), top: at(view?.top), width: at(width), height: at(height), "--cut": cut };
  return (
    <div
      class="art"
      aria-busy={worker.pass.value !== "none"}
      data-paper={preview && isOnPaper(preview.params) ? "" : undefined}
      data-loose={slack && slack.x + slack.y > 0 ? "" : undefined}
      hidden={preview === null || shown === "text"}
      style={{ left: at(x), top: at(y), width: at(view?.width), height: at(view?.height) }}
    >
      <ArtCanvas viewport={viewport} />
      <Dissolve viewport={viewport} />
      <div class="under" hidden={shown === "ascii"}>
        {live.value !== null && parts !== null && <parts.SourceScreen source={live.value} style={style} />}
        {opened.value?.kind === "image" && (
          <img
            class="source"
            src={opened.value.url}
            alt={`Source of the art, ${opened.value.name}`}
            draggable={false}
            style={style}
          />
        )}
      </div>
      {(shown === "ascii" || shown === "split") && <CellWalk viewport={viewport} facts={facts} />}
      {shown === "split" && <SplitHandle viewport={viewport} />}
    </div>
  );
};

/** Lets arrow keys move the loupe across cells. A slider, because screen readers announce its changes. */
const CellWalk = ({
  viewport,
  facts,
}: {
  readonly viewport: Viewport;
  readonly facts: ReadonlySignal<FactsOf | null>;
}) => {
  const { worker } = useStudio();
  const size = worker.preview.value?.size;
  if (size === undefined) return null;
  const cell = viewport.cell.value ?? { column: size.columns >> 1, row: size.rows >> 1 };
  const { column, row } = cell;
  const fact = facts.value?.(cell);
  return (
    <div
      class="cells"
      role="slider"
      tabIndex={0}
      aria-label="Cells of the art, use arrow keys"
      aria-valuemin={0}
      aria-valuemax={size.columns * size.rows - 1}
      aria-valuenow={row * size.columns + column}
      aria-valuetext={fact ? `cell ${column}, ${row}: glyph ${fact.name}, ${fact.chosenFor}` : `cell ${column}, ${row}`}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible")) viewport.walkTo(cell);
      }}
      onBlur={() => {
        viewport.cell.value = null;
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const to = walk(size, cell, event.key, event.shiftKey);
        if (to === null) return;
        event.preventDefault();
        viewport.walkTo(to);
      }}
    />
  );
};

/** The canvas that the Worker paints on. A canvas can be transferred only once, so a new Worker gets a new one. */
const ArtCanvas = ({ viewport }: { readonly viewport: Viewport }) => {
  const { worker, mode, opened } = useStudio();
  const workers = useSignal(0);
  const handOver = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (canvas !== null) worker.attach(canvas.transferControlToOffscreen());
    },
    [worker],
  );
  useSignalEffect(() => {
    if (worker.attached.value) return () => void workers.value++;
  });
  const placement = useComputed(() => (worker.attached.value ? viewport.placement.value : null));
  useEffect(() => showViews(placement, worker.show, requestAnimationFrame), [placement, worker]);
  const { columns, rows } = worker.preview.value?.size ?? {};
  return (
    <canvas
      key={workers.value}
      ref={handOver}
      role="img"
      aria-label={`ASCII art of ${opened.value?.name}, ${columns} by ${rows} characters`}
      hidden={mode.value === "source"}
    />
  );
};
