import { DEFAULT_PARAMS, type ParamName, type ParsedParams } from "@lumiglyph/contract";
import { useEffect, useRef, useState } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import { develop } from "./develop.ts";
import { drawCharacters } from "./draw-characters.ts";

const PICTURE = new URL("../../../../fixtures/small/koi.webp", import.meta.url).href;
const SET = {
  columns: 132,
  color: true,
  glyphStrategy: "fixed",
  gamma: 1.5,
  saturation: 1.8,
  autoOptimize: 0,
} as const;
const PARSED: ParsedParams = { params: { ...DEFAULT_PARAMS, ...SET }, changed: Object.keys(SET) as ParamName[] };

/** A picture behind the empty page, drawn by the engine like any other; the style sheet turns it into ink in the light theme. */
export const HeroArt = () => {
  const { darkroom } = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell] = useState(() => (innerWidth < 720 ? 5 : innerWidth < 1680 ? 7 : 9));
  useEffect(() => {
    const leaving = new AbortController();
    drawCharacters(darkroom, PICTURE, PARSED, Math.round(cell * devicePixelRatio)).then(
      (art) => {
        // a page that is opened on something else at once has no place for it
        if (canvas.current !== null) develop(canvas.current, art, SET.columns, leaving.signal);
      },
      // the page does without it
      () => {},
    );
    return () => leaving.abort();
  }, [darkroom, cell]);
  return (
    <div class="poster" style={{ "--width": `${SET.columns * cell}px` }}>
      <canvas ref={canvas} />
    </div>
  );
};
