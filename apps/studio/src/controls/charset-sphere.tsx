import { type Charset, DEFAULT_PARAMS, type ParsedParams } from "@lumiglyph/contract";
import { useEffect, useRef } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import { litSphere } from "./lit-sphere.ts";

/** A sphere in a charset's own glyphs: white on black, drawn once for each density of the screen. */
export const CharsetSphere = ({ charset, ratio }: { readonly charset: Charset; readonly ratio: number }) => {
  const { darkroom } = useStudio();
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
    darkroom.thumbnail(litSphere(WIDTH, HEIGHT), wishFor(charset), cell).then(show, () => undefined);
    return () => {
      isGone = true;
    };
  }, [darkroom, charset, ratio]);
  return <canvas ref={canvas} />;
};

/** CSS pixels of a cell, which is twice as high. */
const CELL_WIDTH = 4;

const COLUMNS = 16;

/** Sixteen by seven cells, at eight by sixteen samples each. */
const WIDTH = COLUMNS * 8;
const HEIGHT = 7 * 16;

const wishFor = (charset: Charset): ParsedParams => ({
  params: {
    ...DEFAULT_PARAMS,
    charset,
    columns: COLUMNS,
    glyphStrategy: "fixed",
    autoOptimize: 0,
    monoColor: "#ffffff",
  },
  changed: ["charset", "columns", "glyphStrategy", "autoOptimize", "monoColor"],
});
