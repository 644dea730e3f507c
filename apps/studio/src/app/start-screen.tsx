import type { RenderOptions } from "@lumiglyph/contract";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { openSample, SAMPLE_PICTURES, type SamplePicture } from "../sources/samples.ts";
import { PHOTO_START } from "../state/looks.ts";
import { useStudio } from "../state/studio.ts";
import type { SentPicture, Thumbnail } from "../worker/pictures.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { CommandButton } from "./command-button.tsx";

/** The page without a picture: what the studio does, and three ways to start. */
export const StartScreen = () => {
  const studio = useStudio();
  return (
    <div class="start" inert={studio.fault.value !== null}>
      <Hero />
      <div class="pitch">
        <h2>Turn any photo or video into text art.</h2>
        <p>
          <span class="no-touch">Drop, paste or open one.</span>
          <span class="touch">Open a photo or use the camera.</span>
        </p>
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

/** A photo and its art, rendered like the user's own pictures, with a moving divider. */
const Hero = () => {
  const { worker } = useStudio();
  const figure = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useSignal(0);
  useEffect(() => {
    const { clientWidth, clientHeight } = figure.current!;
    const cell = Math.floor((Math.min(clientWidth, clientHeight / SHAPE) * devicePixelRatio) / PHOTO_START.columns);
    if (cell < 1) return;
    width.value = (PHOTO_START.columns * cell) / devicePixelRatio;
    drawCharacters(worker, HERO.url, PHOTO_START, cell).then(
      (art) => show(canvas.current, art),
      // the photo is loaded
      () => {},
    );
  }, [worker, width]);
  return (
    <figure class="hero" ref={figure} aria-hidden="true">
      {width.value > 0 && (
        <div style={{ width: `${width.value}px`, height: `${width.value * SHAPE}px` }}>
          <img src={HERO.url} alt="" />
          <canvas ref={canvas} />
        </div>
      )}
    </figure>
  );
};

/** Three samples, as they will look once they are open. */
const SampleButtons = () => (
  <div class="samples">
    {SAMPLE_PICTURES.map((sample) => (
      <SampleButton key={sample.name} sample={sample} />
    ))}
  </div>
);

const SampleButton = ({ sample }: { readonly sample: SamplePicture }) => {
  const studio = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const options = studio.params.options.value;
  useEffect(() => {
    const isSet = Object.keys(options).length > 0;
    const small = { ...(isSet ? options : PHOTO_START), autoOptimize: 0, columns: 52 };
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

const HERO = SAMPLE_PICTURES[1]!;

/** Its height, relative to its width. */
const SHAPE = 0.75;

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

const fetchImage = async (url: string): Promise<SentPicture> => {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d")!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: data.buffer, source: { width, height, format: "webp" } };
};
