import type { RenderOptions } from "@lumiglyph/contract";
import { useEffect, useRef, useState } from "preact/hooks";
import { openSample, SAMPLES, type Sample } from "../sources/samples.ts";
import { useStudio } from "../state/studio.ts";
import type { DecodedImage, RenderWorker, Thumbnail } from "../worker/render-worker.ts";
import { CommandButton } from "./command-button.tsx";

/** The page without a picture: what the studio does, and three ways to start. */
export const StartScreen = () => {
  const studio = useStudio();
  return (
    <div class="start" inert={studio.fault.value !== null}>
      <BackgroundArt />
      <div class="pitch">
        <h2>Turn a photo or video into text.</h2>
        <p>Drop, paste or open one.</p>
        <div class="acts">
          <label class="btn go big opener">
            Open
            <input
              type="file"
              accept="image/*,video/*,.mkv"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file !== undefined) studio.open(file, file.name);
                // so that choosing the same file again fires a change event
                currentTarget.value = "";
              }}
            />
          </label>
          <CommandButton class="line big" command="camera" icon="camera">
            Camera
          </CommandButton>
        </div>
        <p class="cap">Or try a sample</p>
        <SampleButtons />
        <p class="zero">Runs on this device. 0 bytes uploaded.</p>
      </div>
    </div>
  );
};

const PICTURE = new URL("../../../../fixtures/small/koi.webp", import.meta.url).href;
const OPTIONS = {
  columns: 132,
  color: true,
  glyphStrategy: "fixed",
  gamma: 1.5,
  saturation: 1.8,
  autoOptimize: 0,
} as const satisfies RenderOptions;

/** A picture behind the start screen, rendered by the engine; the style sheet inverts it in the light theme. */
const BackgroundArt = () => {
  const { worker } = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell] = useState(() => (innerWidth < 720 ? 5 : innerWidth < 1680 ? 7 : 9));
  useEffect(() => {
    const leaving = new AbortController();
    drawCharacters(worker, PICTURE, OPTIONS, Math.round(cell * devicePixelRatio)).then(
      (art) => {
        // the canvas is gone if something was opened in the meantime
        if (canvas.current !== null) reveal(canvas.current, art, OPTIONS.columns, leaving.signal);
      },
      // purely decorative
      () => {},
    );
    return () => leaving.abort();
  }, [worker, cell]);
  return (
    <div class="poster" style={{ "--width": `${OPTIONS.columns * cell}px` }}>
      <canvas ref={canvas} />
    </div>
  );
};

/** Milliseconds from the first cell to the last. */
const REVEAL_MS = 1600;

/** Draws the cells on a canvas one after another, densest first. All at once if reduced motion is preferred. */
const reveal = (canvas: HTMLCanvasElement, art: Thumbnail, columns: number, signal: AbortSignal): void => {
  if (signal.aborted) return;
  canvas.width = art.width;
  canvas.height = art.height;
  canvas.style.width = `${art.width / devicePixelRatio}px`;
  canvas.style.height = `${art.height / devicePixelRatio}px`;
  const context = canvas.getContext("2d")!;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    context.drawImage(art, 0, 0);
    return;
  }
  const cell = art.width / columns;
  const order = cellsByInk(art, columns, Math.round(art.height / cell / 2));
  const begun = performance.now();
  let shown = 0;
  const drawNext = (now: number): void => {
    const due = Math.min(1, Math.max(0, (now - begun) / REVEAL_MS)) * order.length;
    for (; shown < due; shown++) {
      const x = (order[shown]! % columns) * cell;
      const y = Math.floor(order[shown]! / columns) * cell * 2;
      context.drawImage(art, x, y, cell, cell * 2, x, y, cell, cell * 2);
    }
    if (shown < order.length && !signal.aborted) requestAnimationFrame(drawNext);
  };
  requestAnimationFrame(drawNext);
};

/** Indices of the cells of art on black, brightest first. */
const cellsByInk = (art: Thumbnail, columns: number, rows: number): number[] => {
  const context = new OffscreenCanvas(columns, rows).getContext("2d")!;
  context.drawImage(art, 0, 0, columns, rows);
  const { data } = context.getImageData(0, 0, columns, rows);
  const ink = Array.from({ length: columns * rows }, (_, at) => data[at * 4]! + data[at * 4 + 1]! + data[at * 4 + 2]!);
  return ink.map((_, at) => at).sort((a, b) => ink[b]! - ink[a]!);
};

/** Three samples, rendered with the current parameters. */
const SampleButtons = () => (
  <div class="samples">
    {SAMPLES.map((sample) => (
      <SampleButton key={sample.name} sample={sample} />
    ))}
  </div>
);

const SampleButton = ({ sample }: { readonly sample: Sample }) => {
  const studio = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const options = studio.params.options.value;
  useEffect(() => {
    const small = { ...comesWith(options), ...options, columns: 52 };
    drawCharacters(studio.worker, sample.small, small, Math.round(2 * devicePixelRatio)).then(
      (art) => show(canvas.current, art),
      // the button still has its name
      () => {},
    );
  }, [studio, sample, options]);
  return (
    <button type="button" onClick={() => openSample(studio, sample)}>
      <canvas ref={canvas} />
      {sample.name}
    </button>
  );
};

/** What a sample looks like once it is open, unless something was set before. */
const comesWith = (options: RenderOptions): RenderOptions => (Object.keys(options).length === 0 ? STARTS_WITH : {});

const STARTS_WITH: RenderOptions = { color: true, fill: 0.6, autoOptimize: 0 };

const show = (canvas: HTMLCanvasElement | null, art: ImageBitmap): void => {
  if (canvas === null) return;
  canvas.width = art.width;
  canvas.height = art.height;
  canvas.getContext("2d")!.drawImage(art, 0, 0);
};

/** Renders one of the project's own pictures, in cells of this many device pixels. */
const drawCharacters = async (
  { thumbnail }: RenderWorker,
  url: string,
  options: RenderOptions,
  cell: number,
): Promise<Thumbnail> => thumbnail(await fetchImage(url), options, cell);

const fetchImage = async (url: string): Promise<DecodedImage> => {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d")!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: data.buffer, source: { width, height, format: "webp" } };
};
