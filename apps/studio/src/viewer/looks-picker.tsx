import type { RenderOptions, RenderParams } from "@lumiglyph/contract";
import { computed, effect, type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { currentLook, LOOKS, lookValues } from "../state/looks.ts";
import { type Studio, useStudio } from "../state/studio.ts";
import type { Thumbnail } from "../worker/render-worker.ts";
import { observeArea } from "./observe-area.ts";
import type { Area, Placement } from "./placement.ts";
import type { Viewport } from "./viewport.ts";

/** Eight looks of the open source to choose from. On phones it becomes a row under the art if the viewport has room. */
export const LooksPicker = ({ viewport }: { readonly viewport?: Viewport }) => {
  const studio = useStudio();
  const group = useRef<HTMLDivElement>(null);
  const cell = useSignal(0);
  useEffect(() => {
    const canvases = [...group.current!.querySelectorAll("canvas")];
    const stopMeasuring = observeArea(canvases[0]!.parentElement!, ({ width }) => {
      cell.value = Math.floor(width / LOOK_GRID.columns);
    });
    const stopDrawing = drawLooks(studio, cell, (looks) => {
      for (const [index, look] of looks.entries()) drawLook(look, canvases[index]!);
    });
    return () => {
      stopMeasuring();
      stopDrawing();
    };
  }, [studio, cell]);
  const isRow = useSignal(false);
  useSignalEffect(() => {
    if (viewport === undefined) return;
    const { area, placement } = viewport;
    if (area.value !== null && placement.value !== null) {
      isRow.value = hasRoomForRow(placement.value, area.value, isRow.peek() && viewport.narrow.value);
    }
  });
  const current = currentLook(studio.params.all.value);
  const choose = (index: number): void => {
    studio.params.setAll(lookValues(LOOKS[index]!));
    (group.current!.children[index] as HTMLElement).focus();
  };
  return (
    <div class="lookspicker" data-strip={isRow.value ? "" : undefined} role="radiogroup" aria-label="Looks" ref={group}>
      {LOOKS.map((look, index) => (
        // biome-ignore lint/a11y/useSemanticElements: an input cannot hold a picture
        <button
          type="button"
          class="look"
          key={look.name}
          role="radio"
          aria-checked={look === current}
          tabIndex={look === (current ?? LOOKS[0]) ? 0 : -1}
          onClick={() => choose(index)}
          onKeyDown={(event) => {
            const step = STEPS[event.key];
            if (step === undefined) return;
            event.preventDefault();
            choose((index + step + LOOKS.length) % LOOKS.length);
          }}
        >
          <canvas />
          {look.name}
        </button>
      ))}
    </div>
  );
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Shows a look at its own resolution; scaling by CSS would blur the cells. */
const drawLook = (look: ImageBitmap, canvas: HTMLCanvasElement): void => {
  canvas.width = look.width;
  canvas.height = look.height;
  canvas.style.width = `${look.width / devicePixelRatio}px`;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(look);
};

/** Height of the row on phones, in CSS pixels, as set in viewer.css. */
const HEIGHT = 76;

/** Whether a phone has room for the row without making the art smaller. `isThere`: whether the row is shown already. */
export const hasRoomForRow = ({ width, height, view }: Placement, area: Area, isThere: boolean): boolean => {
  const needed = HEIGHT * area.density;
  const widest = Math.max(1, Math.floor((area.width * view.cell) / width)) / view.cell;
  return area.height + (isThere ? needed : 0) - height * widest >= needed;
};

/**
 * Parameters of each look, on top of a preview's. The Auto Director has tuned those already; tuning each look would
 * take too long for a thumbnail.
 */
export const lookOptions = (params: RenderParams): readonly RenderOptions[] =>
  LOOKS.map((look) => ({ ...params, ...lookValues(look), autoOptimize: 0 }));

/** Identifies what all looks have in common, to know when to render them again. */
export const looksKey = (params: RenderParams): string =>
  JSON.stringify({ ...params, ...lookValues(LOOKS[0]), ...UNSEEN });

/** Parameters without an effect on a small still picture. */
const UNSEEN = { format: null, motionSensitivity: null, columns: null };

/** Grid of a look. */
const LOOK_GRID = { columns: 40, rows: 10 };

/** Milliseconds that the viewer must have been idle before looks are drawn. */
const PAUSE = 300;

type Parts = Pick<Studio, "worker" | "opened" | "params">;

/**
 * Draws the looks when the viewer is idle and the picture or a shared parameter has changed. New work in the viewer
 * cancels it. `cell` is the cell width in device pixels, 0 while the looks are hidden. Returns a function that stops
 * it.
 */
export const drawLooks = (
  { worker, opened, params }: Parts,
  cell: ReadonlySignal<number>,
  put: (looks: readonly Thumbnail[]) => void,
): (() => void) => {
  let drawn = "";
  const wanted = computed(() => {
    if (worker.pass.value !== "none" || worker.preview.value === null || opened.value === null || cell.value === 0)
      return "";
    return `${opened.value.url} ${cell.value} ${looksKey(params.all.value)}`;
  });
  return effect(() => {
    const key = wanted.value;
    if (key === "" || key === drawn) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const variants = lookOptions(worker.preview.peek()!.params);
      const looks = await worker.looks(variants, LOOK_GRID, cell.peek(), stop.signal).catch(() => null);
      if (looks === null || stop.signal.aborted) return;
      drawn = key;
      put(looks);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
};
