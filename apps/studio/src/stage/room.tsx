import { effect, type ReadonlySignal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { View } from "../darkroom/view.ts";
import { useLiveParts } from "../live/use-live-parts.ts";
import { useChunk } from "../state/use-chunk.ts";
import { useStudio } from "../state/use-studio.ts";
import type { FactsOf } from "./cell-facts.ts";
import { walk } from "./cells.ts";
import type { Easel } from "./create-easel.ts";
import type { Placement } from "./fit.ts";
import { createGestures } from "./gestures.ts";
import type { GLASS } from "./glass.ts";
import { observeRoom } from "./observe-room.ts";
import { SplitHandle } from "./split-handle.tsx";

/** The part of the stage that the art lies in: measured here, and moved in with pointers and wheel. */
export const Room = ({ easel }: { readonly easel: Easel }) => {
  const studio = useStudio();
  const { worker, fault, mode, opened } = studio;
  const element = useRef<HTMLDivElement>(null);
  const [gestures] = useState(() => createGestures(easel, studio));
  useEffect(
    () =>
      observeRoom(element.current!, (room) => {
        easel.room.value = room.width > 0 && room.height > 0 ? room : null;
        // the stylesheet decides what is narrow
        easel.narrow.value = getComputedStyle(element.current!).getPropertyValue("--narrow") === "1";
      }),
    [easel],
  );
  useSignalEffect(() => {
    // what was looked at may be under the source now
    mode.value;
    easel.cell.value = null;
  });
  const hasArt = opened.value !== null && worker.preview.value !== null;
  const glass = useGlass(hasArt);
  const facts = useComputed(() => worker.preview.value && (glass.value?.cellFacts(worker.preview.value) ?? null));
  const isDim = fault.value !== null && hasArt;
  return (
    <div class={isDim ? "easelwrap dim" : "easelwrap"} hidden={opened.value === null}>
      <div class="room" ref={element} inert={isDim} {...gestures}>
        <Art easel={easel} facts={facts} />
        {mode.value === "text" && hasArt && <TextView easel={easel} />}
        {glass.value && <glass.value.Loupe easel={easel} facts={facts} />}
      </div>
    </div>
  );
};

/** What looks into cells, fetched once there is art; null until it has come. Without it the art is only not explained. */
const useGlass = (hasArt: boolean): ReadonlySignal<typeof GLASS | null> => {
  const chunk = useSignal<typeof GLASS | null>(null);
  const fetched = useChunk(fetchGlass, hasArt);
  if (fetched !== null && fetched !== "missing") chunk.value = fetched.GLASS;
  return useComputed(() => chunk.value);
};

const fetchGlass = () => import("./glass.ts");

/** Shows each placement, at most one an animation frame: the newest. Gives back what stops it. */
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

/** The art as text that can be selected, as large as the art is. */
const TextView = ({ easel }: { readonly easel: Easel }) => {
  const preview = useStudio().worker.preview.value;
  const placement = easel.placement.value;
  const room = easel.room.value;
  if (preview === null || placement === null || room === null) return null;
  const wide = room.width / room.density;
  const size = ((placement.view.cell / room.density) * (wide - FRAME)) / wide / ADVANCE;
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

/** What the frame around the text takes of the width, in CSS pixels. */
const FRAME = 34;

/** The easel: the art, and over it the source in the same place. As large as the part of the art that is seen. */
const Art = ({ easel, facts }: { readonly easel: Easel; readonly facts: ReadonlySignal<FactsOf | null> }) => {
  const { worker, live, mode, opened, split } = useStudio();
  const parts = useLiveParts();
  const { x = 0, y = 0, density = 1, width = 0, height = 0, view, slack } = easel.placement.value ?? {};
  const at = (pixels: number | undefined): string => `${(pixels ?? 0) / density}px`;
  const preview = worker.preview.value;
  const shown = mode.value;
  const cut = shown === "split" ? `${100 - 100 * split.value}%` : "0%";
  const style = { left: at(view?.left), top: at(view?.top), width: at(width), height: at(height), "--cut": cut };
  return (
    <div
      class="easel"
      aria-busy={worker.pass.value !== "none"}
      data-paper={preview?.params.invert ? "" : undefined}
      data-loose={slack && slack.x + slack.y > 0 ? "" : undefined}
      hidden={preview === null || shown === "text"}
      style={{ left: at(x), top: at(y), width: at(view?.width), height: at(view?.height) }}
    >
      <ArtCanvas easel={easel} />
      <div class="under" hidden={shown === "ascii"}>
        {live.value !== null && parts !== null && <parts.Screen source={live.value} style={style} />}
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
      {(shown === "ascii" || shown === "split") && <CellWalk easel={easel} facts={facts} />}
      {shown === "split" && <SplitHandle easel={easel} />}
    </div>
  );
};

/** The art under the keyboard: arrow keys walk its cells with the loupe. A slider, because those are heard as they change. */
const CellWalk = ({ easel, facts }: { readonly easel: Easel; readonly facts: ReadonlySignal<FactsOf | null> }) => {
  const { worker } = useStudio();
  const size = worker.preview.value?.size;
  if (size === undefined) return null;
  const cell = easel.cell.value ?? { column: size.columns >> 1, row: size.rows >> 1 };
  const { column, row } = cell;
  const fact = facts.value?.(cell);
  return (
    <div
      class="cells"
      role="slider"
      tabIndex={0}
      aria-label="Cells of the art, arrow keys walk"
      aria-valuemin={0}
      aria-valuemax={size.columns * size.rows - 1}
      aria-valuenow={row * size.columns + column}
      aria-valuetext={fact ? `cell ${column}, ${row}: glyph ${fact.name}, ${fact.chosenFor}` : `cell ${column}, ${row}`}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible")) easel.walkTo(cell);
      }}
      onBlur={() => {
        easel.cell.value = null;
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const to = walk(size, cell, event.key, event.shiftKey);
        if (to === null) return;
        event.preventDefault();
        easel.walkTo(to);
      }}
    />
  );
};

/** The canvas that the Worker paints on. A canvas can be handed over only once: a new Worker gets a new one. */
const ArtCanvas = ({ easel }: { readonly easel: Easel }) => {
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
  const placement = useComputed(() => (worker.attached.value ? easel.placement.value : null));
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
