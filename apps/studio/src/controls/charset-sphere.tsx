import type { Charset, RenderOptions } from "@lumiglyph/contract";
import { useEffect, useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import type { SentPicture } from "../worker/pictures.ts";

/** A sphere in a charset's own glyphs, white on black, rendered once per pixel ratio. */
export const CharsetSphere = ({ charset, ratio }: { readonly charset: Charset; readonly ratio: number }) => {
  const { worker } = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const cell = Math.max(1, Math.round(CELL_WIDTH * ratio));
    const show = (bitmap: ImageBitmap): void => {
      if (isGone || canvas.current === null) return;
      canvas.current.width = bitmap.width;
      canvas.current.height = bitmap.height;
      canvas.current.style.width = `${bitmap.width / ratio}px`;
      canvas.current.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
    };
    // the tile still has its name
    worker.thumbnail(litSphere(WIDTH, HEIGHT), optionsFor(charset), cell).then(show, () => undefined);
    return () => {
      isGone = true;
    };
  }, [worker, charset, ratio]);
  return <canvas ref={canvas} />;
};

/** Cell width in CSS pixels; a cell is twice as high. */
const CELL_WIDTH = 4;

const COLUMNS = 16;

/** 16 × 7 cells of 8 × 16 samples. */
const WIDTH = COLUMNS * 8;
const HEIGHT = 7 * 16;

const optionsFor = (charset: Charset): RenderOptions => ({
  charset,
  columns: COLUMNS,
  glyphStrategy: "fixed",
  autoOptimize: 0,
  monoColor: "#ffffff",
});

/** A matte sphere on black, lit from the upper left: a sample of a charset. */
export const litSphere = (width: number, height: number): SentPicture => {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const radius = Math.min(width, height) / 2 - 1;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const gray = 255 * brightnessAt((x + 0.5 - width / 2) / radius, (y + 0.5 - height / 2) / radius);
      pixels.fill(gray, at, at + 3);
      pixels[at + 3] = 255;
    }
  }
  return { width, height, data: pixels.buffer, source: { width, height, format: "pixels" } };
};

/** Unit vector toward the light. */
const LIGHT = [-0.48, -0.56, 0.676] as const;

/** Ambient light, so that the shaded side stands out from the background. */
const AMBIENT = 0.2;

/** Brightness of the unit sphere at a position, 0 to 1; black around it. */
const brightnessAt = (x: number, y: number): number => {
  const depth = 1 - x * x - y * y;
  if (depth < 0) return 0;
  const lit = Math.max(0, x * LIGHT[0] + y * LIGHT[1] + Math.sqrt(depth) * LIGHT[2]);
  return AMBIENT + (1 - AMBIENT) * lit;
};
