import type { Charset, RenderOptions } from "@lumiglyph/contract";
import { useEffect, useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import type { DecodedImage } from "../worker/render-worker.ts";

/** A sphere in a charset's own glyphs: white on black, drawn once for each density of the screen. */
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
    // a tile without its sphere still has its name
    worker.thumbnail(litSphere(WIDTH, HEIGHT), optionsFor(charset), cell).then(show, () => undefined);
    return () => {
      isGone = true;
    };
  }, [worker, charset, ratio]);
  return <canvas ref={canvas} />;
};

/** CSS pixels of a cell, which is twice as high. */
const CELL_WIDTH = 4;

const COLUMNS = 16;

/** Sixteen by seven cells, at eight by sixteen samples each. */
const WIDTH = COLUMNS * 8;
const HEIGHT = 7 * 16;

const optionsFor = (charset: Charset): RenderOptions => ({
  charset,
  columns: COLUMNS,
  glyphStrategy: "fixed",
  autoOptimize: 0,
  monoColor: "#ffffff",
});

/** A matte sphere on black, lit from the upper left: the picture that shows what a charset can do. */
export const litSphere = (width: number, height: number): DecodedImage => {
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

/** Toward the light, of length 1. */
const LIGHT = [-0.48, -0.56, 0.676] as const;

/** What the shaded side still has, so that it does not melt into the ground. */
const AMBIENT = 0.2;

/** How bright the unit sphere looks at a place, 0 to 1; the ground around it is black. */
const brightnessAt = (x: number, y: number): number => {
  const depth = 1 - x * x - y * y;
  if (depth < 0) return 0;
  const lit = Math.max(0, x * LIGHT[0] + y * LIGHT[1] + Math.sqrt(depth) * LIGHT[2]);
  return AMBIENT + (1 - AMBIENT) * lit;
};
