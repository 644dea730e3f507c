import type { Candidate, ComponentResult } from "../../packages/engine/src/director/evaluate.ts";
import { ATLAS } from "../../packages/engine/src/glyphs/atlas.ts";
import { BOLD, EDGE, END, INK, type Part, short, text, WIDTH } from "./drawing.ts";
import type { Trace } from "./trace.ts";

const ROW = 26;
const LINE = 20;
const TRACK = { x: 140, width: 480 } as const;
const COLUMNS = { asked: 720, sent: 820, threshold: WIDTH - EDGE } as const;

/** How the whole page does as asked for and as sent, component by component. */
export const outcomePart = ({ asked, sent, advice }: Trace): Part => {
  const last = (sent.components.length + 1) * ROW + 18;
  const status = sent.components.every(({ met }) => met) ? "target_met" : "best_effort";
  const said = sentencesOf(advice ?? "none");
  const markup = [
    text(COLUMNS.asked, 12, "as asked for", INK.quiet, END),
    text(COLUMNS.sent, 12, "as sent", INK.quiet, END),
    text(COLUMNS.threshold, 12, "threshold", INK.quiet, END),
    ...sent.components.map((mark, i) => componentRow(mark, asked.components[i]!, 12 + (i + 1) * ROW)),
    text(EDGE, last, "score", INK.text, BOLD),
    text(TRACK.x, last, status, INK.text, BOLD),
    text(COLUMNS.asked, last, asked.score.toFixed(4), INK.text, `${BOLD} ${END}`),
    text(COLUMNS.sent, last, sent.score.toFixed(4), INK.text, `${BOLD} ${END}`),
    text(EDGE, last + ROW, "glyphs"),
    text(TRACK.x, last + ROW, glyphsOf(asked), INK.text, MONOSPACE),
    text(TRACK.x + 130, last + ROW, "then", INK.quiet),
    text(TRACK.x + 180, last + ROW, glyphsOf(sent), INK.text, MONOSPACE),
    text(EDGE, last + 2 * ROW, "advice"),
    ...said.map((sentence, i) => text(TRACK.x, last + 2 * ROW + i * LINE, sentence)),
  ];
  return { markup: markup.join("\n"), height: last + 2 * ROW + (said.length - 1) * LINE };
};

const sentencesOf = (words: string): readonly string[] => words.split(/(?<=\.) /);

const MONOSPACE = 'xml:space="preserve" font-family="monospace" font-size="16"';

/** The codebook but for the blank, which every one has. */
const glyphsOf = ({ state }: Candidate): string =>
  state.codebook.glyphs
    .map((glyph) => ATLAS.glyphs[glyph])
    .join("")
    .trim();

/** A track from 0 to 1: a ring for the page as asked for, a dot for the page as sent, a bar at the threshold. */
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
