import type { Candidate, ComponentResult } from "../../packages/engine/src/director/evaluate.ts";
import { TUNABLE } from "../../packages/engine/src/director/evidence.ts";
import { ATLAS } from "../../packages/engine/src/glyphs/atlas.ts";
import type { Trace } from "../draw-director.ts";
import { BOLD, characters, EDGE, END, figure, INK, MIDDLE, short, sizeOf, text, WIDTH } from "./drawing.ts";

/** What the Director measured, tried and chose for a picture, on one sheet. */
export const contactSheet = (trace: Trace): string => {
  const { markup, height } = stack([
    titled("looked at", factsPart(trace)),
    titled("tried", candidatesPart(trace)),
    titled("chose", outcomePart(trace)),
  ]);
  return figure({ title: "What the Director looked at, tried and chose", width: WIDTH, height }, [markup]);
};

/** A section of the sheet; its y starts at 0. */
type Part = { readonly markup: string; readonly height: number };

const titled = (title: string, { markup, height }: Part): Part => ({
  markup: `${text(EDGE, 14, title, INK.quiet, 'font-size="13"')}<g transform="translate(0 26)">${markup}</g>`,
  height: height + 26,
});

const stack = (parts: readonly Part[]): Part => {
  let top = EDGE;
  const placed = parts.map(({ markup, height }) => {
    const moved = `<g transform="translate(0 ${short(top)})">${markup}</g>`;
    top += height + EDGE;
    return moved;
  });
  return { markup: placed.join("\n"), height: Math.ceil(top) };
};

const GAP = 16;
const LINE = 18;

/** The candidates in order, each with its changes and their gain. */
const candidatesPart = ({ params, pages, asked, sent }: Trace): Part => {
  const across = pages.length > 6 ? 4 : 3;
  const wide = (WIDTH - 2 * EDGE - (across - 1) * GAP) / across;
  const size = sizeOf(asked.state);
  const scale = wide / size.width;
  const high = size.height * scale;
  const captions = pages.map((page) => changesOf(page, params));
  const step = high + (Math.max(...captions.map(({ length }) => length)) + 1) * LINE + 20;
  const thumbs = pages.map((page, i) => {
    const weight = page === sent ? BOLD : "";
    const lines = captions[i]!.map((change, line) => text(0, high + (line + 1) * LINE, change, INK.text, weight));
    const below = high + (lines.length + 1) * LINE;
    return [
      `<g transform="translate(${short(EDGE + (i % across) * (wide + GAP))} ${short(Math.floor(i / across) * step)})">`,
      `<g transform="scale(${scale.toFixed(4)})"><rect width="${size.width}" height="${size.height}" fill="#000"/>${characters(page.state)}</g>`,
      page === sent ? `<rect width="${short(wide)}" height="${short(high)}" ${CHOSEN}/>` : "",
      ...lines,
      text(0, below, page.score.toFixed(4), INK.quiet),
      page === asked ? "" : gain(58, below, page.score - asked.score),
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

const gain = (x: number, y: number, difference: number): string => {
  const signed = `${difference < 0 ? "−" : "+"}${Math.abs(difference).toFixed(4)}`;
  return text(x, y, signed, difference > 0 ? INK.better : INK.worse);
};

const STRIP = { width: 480, height: 12 } as const;
const BINS = 96;
const HILLS = 56;

/** The histogram of the picture's tones over a strip from black to white, and its other facts. */
const factsPart = ({ facts, kind, tones }: Trace): Part => {
  const { dark, middle, bright, shadows, edges, skin, noise } = facts;
  const rest: readonly (readonly [name: string, value: string])[] = [
    ["in shadow", percent(shadows)],
    ["on a contour", percent(edges)],
    ["of skin's color", percent(skin)],
    ["noise", noise.toFixed(3)],
    ["its kind, by these", kind],
  ];
  const markup = [
    `<defs><linearGradient id="tones"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>`,
    `<path d="${hills(tones)}" fill="#5b6b8c"/>`,
    `<rect x="${EDGE}" y="${HILLS}" width="${STRIP.width}" height="${STRIP.height}" fill="url(#tones)" stroke="${INK.rule}"/>`,
    ...[dark, middle, bright].map((tone) => `<path d="M${atTone(tone)} 6V${HILLS + STRIP.height + 2}" ${MARK}/>`),
    text(EDGE, HILLS + 32, `dark ${dark.toFixed(2)}`),
    text(EDGE + STRIP.width / 2, HILLS + 32, `middle ${middle.toFixed(2)}`, INK.text, MIDDLE),
    text(EDGE + STRIP.width, HILLS + 32, `bright ${bright.toFixed(2)}`, INK.text, END),
    ...rest.map(
      ([name, value], i) => text(700, 10 + 20 * i, value, INK.text, END) + text(716, 10 + 20 * i, name, INK.quiet),
    ),
  ];
  return { markup: markup.join("\n"), height: HILLS + 36 };
};

const MARK = `stroke="${INK.mark}" stroke-width="2"`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const atTone = (tone: number): string => short(EDGE + tone * STRIP.width);

/** The square root of the histogram as an outline: a large flat background would hide the rest. */
const hills = (tones: Uint32Array): string => {
  const bins = new Float64Array(BINS);
  tones.forEach((count, step) => {
    const bin = Math.min(BINS - 1, Math.floor((step * BINS) / (tones.length - 1)));
    bins[bin] = bins[bin]! + count;
  });
  const most = Math.sqrt(Math.max(...bins));
  const width = STRIP.width / BINS;
  const steps = Array.from(bins, (count) => `V${short(HILLS - (Math.sqrt(count) / most) * (HILLS - 8))}h${width}`);
  return `M${EDGE} ${HILLS}${steps.join("")}V${HILLS}z`;
};

const ROW = 26;
const SENTENCE = 20;
const TRACK = { x: 140, width: 480 } as const;
const COLUMNS = { asked: 720, sent: 820, threshold: WIDTH - EDGE } as const;

/** Components and score, as requested and as sent. */
const outcomePart = ({ asked, sent, advice }: Trace): Part => {
  const last = (sent.components.length + 1) * ROW + 18;
  const status = sent.components.every(({ met }) => met) ? "target_met" : "best_effort";
  const said = sentencesOf(advice ?? "none");
  const markup = [
    text(COLUMNS.asked, 12, "as asked for", INK.quiet, END),
    text(COLUMNS.sent, 12, "as sent", INK.quiet, END),
    text(COLUMNS.threshold, 12, "threshold", INK.quiet, END),
    ...sent.components.map((component, i) => componentRow(component, asked.components[i]!, 12 + (i + 1) * ROW)),
    text(EDGE, last, "score", INK.text, BOLD),
    text(TRACK.x, last, status, INK.text, BOLD),
    text(COLUMNS.asked, last, asked.score.toFixed(4), INK.text, `${BOLD} ${END}`),
    text(COLUMNS.sent, last, sent.score.toFixed(4), INK.text, `${BOLD} ${END}`),
    text(EDGE, last + ROW, "glyphs"),
    text(TRACK.x, last + ROW, glyphsOf(asked), INK.text, MONOSPACE),
    text(TRACK.x + 130, last + ROW, "then", INK.quiet),
    text(TRACK.x + 180, last + ROW, glyphsOf(sent), INK.text, MONOSPACE),
    text(EDGE, last + 2 * ROW, "advice"),
    ...said.map((sentence, i) => text(TRACK.x, last + 2 * ROW + i * SENTENCE, sentence)),
  ];
  return { markup: markup.join("\n"), height: last + 2 * ROW + (said.length - 1) * SENTENCE };
};

const sentencesOf = (words: string): readonly string[] => words.split(/(?<=\.) /);

const MONOSPACE = 'xml:space="preserve" font-family="monospace" font-size="16"';

/** The codebook without the blank, which every one has. */
const glyphsOf = ({ state }: Candidate): string =>
  state.codebook.glyphs
    .map((glyph) => ATLAS.glyphs[glyph])
    .join("")
    .trim();

/** A track from 0 to 1: a ring for the value as requested, a dot for the value as sent, a bar at the threshold. */
const componentRow = ({ name, value, threshold, met }: ComponentResult, before: ComponentResult, y: number): string => {
  const at = (share: number): string => short(TRACK.x + share * TRACK.width);
  const color = met ? INK.better : INK.worse;
  return [
    text(EDGE, y, name),
    `<path d="M${TRACK.x} ${y - 5}h${TRACK.width}" stroke="${INK.rule}" stroke-width="2"/>`,
    `<path d="M${at(threshold)} ${y - 13}v16" stroke="${INK.mark}" stroke-width="2"/>`,
    `<circle cx="${at(before.value)}" cy="${y - 5}" r="5" fill="none" stroke="${INK.quiet}" stroke-width="1.5"/>`,
    `<circle cx="${at(value)}" cy="${y - 5}" r="4" fill="${color}"/>`,
    text(COLUMNS.asked, y, before.value.toFixed(3), INK.text, END),
    text(COLUMNS.sent, y, value.toFixed(3), color, END),
    text(COLUMNS.threshold, y, `${threshold}`, INK.text, END),
  ].join("\n");
};
