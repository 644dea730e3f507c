import { gridFor, type RenderOptions, type RenderParams } from "@lumiglyph/contract";
import { computed, effect, type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { currentLook, LOOKS, type Look, lookValues, ownLook } from "../state/looks.ts";
import type { PictureSize } from "../state/source.ts";
import { type Studio, useStudio } from "../state/studio.ts";
import { LineIcon } from "../ui/icon.tsx";
import type { Thumbnail } from "../worker/pictures.ts";
import { observeArea } from "./observe-area.ts";

/** The open source in every look, to choose from: a scrolling row. */
export const LooksPicker = () => {
  const studio = useStudio();
  const group = useRef<HTMLDivElement>(null);
  const cell = useSignal(0);
  const looks = studio.looks.value;
  const info = studio.opened.value?.info ?? { width: 1, height: 1 };
  useEffect(() => {
    const canvases = [...group.current!.querySelectorAll("canvas")];
    // canvases are hidden if there is no room for them
    const stopMeasuring = observeArea(canvases[0]!, ({ width, density }) => {
      cell.value = width > 0 ? Math.max(1, Math.round(CELL * density)) : 0;
    });
    const stopDrawing = drawLooks(studio, cell, (drawn) => {
      for (const [index, look] of drawn.entries()) drawLook(look, canvases[index]!);
    });
    return () => {
      stopMeasuring();
      stopDrawing();
    };
  }, [studio, cell, looks]);
  const current = currentLook(studio.params.all.value, looks);
  useEffect(() => {
    const chosen = group.current!.querySelector("[aria-checked=true]");
    const row = group.current!;
    // not scrollIntoView, which scrolls the page, too
    if (chosen !== null) {
      const { left, width } = chosen.getBoundingClientRect();
      row.scrollBy({ left: left + width / 2 - row.getBoundingClientRect().left - row.clientWidth / 2 });
    }
  }, [current]);
  const choose = (index: number): void => {
    const look = looks[index]!;
    studio.params.setAll(lookValues(look));
    group.current!.querySelectorAll<HTMLElement>("[role=radio]")[index]!.focus();
    if (look.name === LETTERS.name && !look.isOwn) studio.toast("Choose your own letters under Look, Characters.");
  };
  const { columns, rows } = gridFor({ columns: lookColumns(info) }, info.width, info.height);
  const box = { width: `${columns * CELL}px`, height: `${2 * rows * CELL}px` };
  return (
    <div class="lookspicker" role="radiogroup" aria-label="Looks" ref={group}>
      {looks.map((look, index) => (
        <div class="lookplace" key={`${look.name} ${look.isOwn}`}>
          {/* biome-ignore lint/a11y/useSemanticElements: an input cannot hold a picture */}
          <button
            type="button"
            class="look"
            role="radio"
            aria-checked={look === current}
            tabIndex={look === (current ?? looks[0]) ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={(event) => {
              const step = STEPS[event.key];
              if (event.key === "Delete" && look.isOwn) studio.removeLook(look);
              if (step === undefined) return;
              event.preventDefault();
              choose((index + step + looks.length) % looks.length);
            }}
          >
            <canvas style={box} />
            {look.name}
          </button>
          {look.isOwn && (
            <button
              type="button"
              class="forget"
              tabIndex={-1}
              aria-label={`Remove the look ${look.name}`}
              onClick={() => studio.removeLook(look)}
            >
              <LineIcon path="M4.5 4.5l7 7M11.5 4.5l-7 7" />
            </button>
          )}
        </div>
      ))}
      {current === null && <SaveLook />}
    </div>
  );
};

const LETTERS = LOOKS.at(-1)!;

/** Saves the current parameters as a named look. */
const SaveLook = () => {
  const studio = useStudio();
  const popover = useRef<HTMLFormElement>(null);
  return (
    <div class="lookplace">
      <button type="button" class="look save" popovertarget="save-look">
        <LineIcon path="M8 3.5v9M3.5 8h9" />
        Save as a look
      </button>
      <form
        id="save-look"
        class="pop save-look"
        popover="auto"
        ref={popover}
        onSubmit={(event) => {
          event.preventDefault();
          const name = String(new FormData(event.currentTarget).get("name")).trim();
          popover.current!.hidePopover();
          studio.saveLook(ownLook(name, studio.params.options.peek()));
        }}
      >
        <label>
          Name
          <input name="name" required maxLength={24} autocomplete="off" autofocus />
        </label>
        <button type="submit" class="btn solid">
          Save
        </button>
      </form>
    </div>
  );
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Shows a look at its own resolution; scaling by CSS would blur the cells. */
const drawLook = (look: ImageBitmap, canvas: HTMLCanvasElement): void => {
  canvas.width = look.width;
  canvas.height = look.height;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(look);
};

/** Width of a cell in CSS pixels. */
const CELL = 2;

/** Rows of a look, and the limits of its columns: thumbnails are equally high unless their picture is very wide. */
const ROWS = 16;
const [FEWEST, MOST] = [16, 64];

/** Columns of a look of a picture. */
export const lookColumns = ({ width, height }: PictureSize): number =>
  Math.min(MOST, Math.max(FEWEST, Math.round((2 * ROWS * width) / height)));

/**
 * Parameters of each look, on top of a preview's. The Auto Director has tuned those already; tuning each look would
 * take too long for a thumbnail.
 */
export const lookOptions = (params: RenderParams, looks: readonly Look[], columns: number): readonly RenderOptions[] =>
  looks.map((look) => ({ ...params, ...lookValues(look), autoOptimize: 0, columns, rows: 0, maxCharacters: 0 }));

/** Identifies the shared parameters of all looks, to know when to render them again. */
export const looksKey = (params: RenderParams, looks: readonly Look[]): string =>
  JSON.stringify([{ ...params, ...lookValues(LOOKS[0]), ...UNSEEN }, looks]);

/** Parameters without an effect on a small still picture. */
const UNSEEN = { format: null, motionSensitivity: null, columns: null, rows: null, maxCharacters: null };

/** Milliseconds that the viewer must have been idle before looks are drawn. */
const PAUSE = 300;

type Parts = Pick<Studio, "worker" | "opened" | "params" | "looks">;

/**
 * Renders the looks when the viewer is idle and the picture or a shared parameter has changed. New
 * work in the viewer cancels it. Looks of a new picture are rendered as soon as it is sketched, and
 * again when it is tuned. `cell` is the cell width in device pixels, 0 while the looks are hidden.
 * Returns a function that stops it.
 */
export const drawLooks = (
  { worker, opened, params, looks }: Parts,
  cell: ReadonlySignal<number>,
  put: (drawn: readonly Thumbnail[]) => void,
): (() => void) => {
  let drawn = "";
  /** The pictures for which looks were last started, and last rendered. */
  let begun = "";
  let sketched = "";
  const wanted = computed(() => {
    const preview = worker.preview.value;
    if (preview === null || opened.value === null || cell.value === 0) return "";
    const { url } = opened.value;
    const isEarly = worker.pass.value !== "none";
    // a preview of another picture is shown until this one is sketched
    if (isEarly && (sketched === url || (worker.pass.value === "quick" && begun !== url))) return "";
    return `${isEarly ? "early" : ""} ${url} ${cell.value} ${looksKey(params.all.value, looks.value)}`;
  });
  return effect(() => {
    const key = wanted.value;
    if (key === "" || key === drawn) return;
    const stop = new AbortController();
    const isEarly = key.startsWith("early");
    const draw = async (): Promise<void> => {
      const picture = opened.peek()!;
      begun = picture.url;
      const variants = lookOptions(worker.preview.peek()!.params, looks.peek(), lookColumns(picture.info));
      const pictures = await worker.looks(variants, cell.peek(), stop.signal).catch(() => null);
      if (pictures === null || stop.signal.aborted) return;
      drawn = key;
      sketched = picture.url;
      put(pictures);
    };
    const timer = setTimeout(draw, isEarly ? 0 : PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
};
