import type { ParsedParams } from "@lumiglyph/contract";
import { useEffect, useRef } from "preact/hooks";
import { openSample } from "../sources/open-sample.ts";
import { SAMPLES, type Sample } from "../sources/samples.ts";
import { currentLook, LOOKS } from "../state/looks.ts";
import { useStudio } from "../state/use-studio.ts";
import { drawCharacters } from "./draw-characters.ts";

/** Three pictures to try, each drawn as it will come back: whoever turns a control sees it here, too. */
export const SampleStrip = () => (
  <div class="samples">
    {SAMPLES.map((sample) => (
      <SampleButton key={sample.name} sample={sample} />
    ))}
  </div>
);

const SampleButton = ({ sample }: { readonly sample: Sample }) => {
  const studio = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const parsed = studio.params.parsed.value;
  useEffect(() => {
    const { params, changed } = parsed;
    const small = { params: { ...params, ...comesWith(parsed), columns: 52 }, changed };
    drawCharacters(studio.darkroom, sample.small, small, Math.round(2 * devicePixelRatio)).then(
      (art) => show(canvas.current, art),
      // its name is there to be pressed all the same
      () => {},
    );
  }, [studio, sample, parsed]);
  return (
    <button
      type="button"
      onClick={() => {
        studio.params.setAll(comesWith(parsed));
        openSample(studio, sample);
      }}
    >
      <canvas ref={canvas} />
      {sample.name}
    </button>
  );
};

/** A sample shows what the studio can do, in color, unless another look was chosen. */
const comesWith = ({ params }: ParsedParams): { color?: true } =>
  currentLook(params) === LOOKS[0] ? { color: true } : {};

const show = (canvas: HTMLCanvasElement | null, art: ImageBitmap): void => {
  if (canvas === null) return;
  canvas.width = art.width;
  canvas.height = art.height;
  canvas.getContext("2d")!.drawImage(art, 0, 0);
};
