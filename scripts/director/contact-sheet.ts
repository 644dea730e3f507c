import type { Candidate } from "../../packages/engine/src/director/evaluate.ts";
import { TUNABLE } from "../../packages/engine/src/director/evidence.ts";
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
    titled("tried", pagesPart(trace)),
    titled("chose", outcomePart(trace)),
  ]);
  return figure({ title: "What the Director looked at, tried and chose", width: WIDTH, height }, [markup]);
};

const GAP = 16;
const LINE = 18;

/** The pages in their order, with what was changed in each and what that was worth. */
const pagesPart = ({ params, pages, asked, sent }: Trace): Part => {
  const across = pages.length > 6 ? 4 : 3;
  const wide = (WIDTH - 2 * EDGE - (across - 1) * GAP) / across;
  const size = sizeOf(asked.state);
  const scale = wide / size.width;
  const high = size.height * scale;
  const captions = pages.map((take) => changesOf(take, params));
  const step = high + (Math.max(...captions.map(({ length }) => length)) + 1) * LINE + 20;
  const thumbs = pages.map((take, i) => {
    const weight = take === sent ? BOLD : "";
    const lines = captions[i]!.map((change, line) => text(0, high + (line + 1) * LINE, change, INK.text, weight));
    const below = high + (lines.length + 1) * LINE;
    return [
      `<g transform="translate(${short(EDGE + (i % across) * (wide + GAP))} ${short(Math.floor(i / across) * step)})">`,
      `<g transform="scale(${scale.toFixed(4)})"><rect width="${size.width}" height="${size.height}" fill="#000"/>${characters(take.state)}</g>`,
      take === sent ? `<rect width="${short(wide)}" height="${short(high)}" ${CHOSEN}/>` : "",
      ...lines,
      text(0, below, take.score.toFixed(4), INK.quiet),
      take === asked ? "" : gain(58, below, take.score - asked.score),
      "</g>",
    ].join("");
  });
  return { markup: thumbs.join("\n"), height: Math.ceil(pages.length / across) * step - 20 };
};

const CHOSEN = `fill="none" stroke="${INK.better}" stroke-width="2"`;

const changesOf = ({ params }: Candidate, given: Trace["params"]): readonly string[] => {
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
