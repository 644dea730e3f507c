import type { Take } from "../../packages/engine/src/director/judge.ts";
import { TUNABLE } from "../../packages/engine/src/director/tunable.ts";
import {
  BOLD,
  characters,
  EDGE,
  figure,
  INK,
  type Part,
  short,
  sizeOf,
  stack,
  text,
  titled,
  WIDTH,
} from "./drawing.ts";
import { factsPart } from "./facts-part.ts";
import { outcomePart } from "./outcome-part.ts";
import type { Trace } from "./trace.ts";

/** What the Director looked at, tried and chose for a picture, on one sheet. */
export const contactSheet = (trace: Trace): string => {
  const { markup, height } = stack([
    titled("looked at", factsPart(trace)),
    titled("tried, on sketches", sketchesPart(trace)),
    titled("chose", outcomePart(trace)),
  ]);
  return figure({ title: "What the Director looked at, tried and chose", width: WIDTH, height }, [markup]);
};

const ACROSS = 4;
const GAP = 16;
const THUMB = (WIDTH - 2 * EDGE - (ACROSS - 1) * GAP) / ACROSS;
const LINE = 18;

/** The sketches in their order, with what was changed in each and what that was worth. */
const sketchesPart = ({ params, sketches, best }: Trace): Part => {
  const size = sizeOf(sketches[0]!.frame);
  const scale = THUMB / size.width;
  const high = size.height * scale;
  const captions = sketches.map((take) => changesOf(take, params));
  const step = high + (Math.max(...captions.map(({ length }) => length)) + 1) * LINE + 20;
  const thumbs = sketches.map((take, i) => {
    const weight = take === best ? BOLD : "";
    const lines = captions[i]!.map((change, line) => text(0, high + (line + 1) * LINE, change, INK.text, weight));
    const below = high + (lines.length + 1) * LINE;
    return [
      `<g transform="translate(${short(EDGE + (i % ACROSS) * (THUMB + GAP))} ${short(Math.floor(i / ACROSS) * step)})">`,
      `<g transform="scale(${scale.toFixed(4)})"><rect width="${size.width}" height="${size.height}" fill="#000"/>${characters(take.frame)}</g>`,
      take === best ? `<rect width="${short(THUMB)}" height="${short(high)}" ${CHOSEN}/>` : "",
      ...lines,
      text(0, below, take.score.toFixed(4), INK.quiet),
      i === 0 ? "" : gain(58, below, take.score - sketches[0]!.score),
      "</g>",
    ].join("");
  });
  return { markup: thumbs.join("\n"), height: Math.ceil(sketches.length / ACROSS) * step - 20 };
};

const CHOSEN = `fill="none" stroke="${INK.better}" stroke-width="2"`;

const changesOf = ({ params }: Take, given: Trace["params"]): readonly string[] => {
  const changed = TUNABLE.filter((name) => params[name] !== given[name]);
  return changed.length === 0 ? ["as asked for"] : changed.map((name) => `${name} ${signedMinus(params[name])}`);
};

const signedMinus = (value: number): string => `${value}`.replace("-", "−");

const gain = (x: number, y: number, difference: number): string =>
  text(
    x,
    y,
    `${difference < 0 ? "−" : "+"}${Math.abs(difference).toFixed(4)}`,
    difference > 0 ? INK.better : INK.worse,
  );
