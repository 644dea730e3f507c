import { completeParams, type QualityTarget, type RenderOptions, type RenderParams } from "@lumiglyph/contract";
import { cellMeans } from "../cells.ts";
import type { Frame } from "../frame.ts";
import { percept, toLight } from "../math/srgb.ts";
import { mapPlane, type Plane } from "../plane.ts";
import { type Steps, unwatched, type Watch } from "../stage.ts";
import { type Board, createBoard } from "./board.ts";
import { COMPONENTS, type ComponentName, type Sight } from "./components.ts";
import { TUNABLE, type Tuning } from "./evidence.ts";
import { analyze, type Facts } from "./facts.ts";
import { RUBRICS } from "./rubrics.ts";
import { compare, exposed, exposureFor, localsOf } from "./similarity.ts";
import { viewPage, viewPicture } from "./views.ts";

/** What the Auto Director leaves: the page to send, and what it knows about it. */
export type Directed = {
  readonly take: Take;
  readonly locked: readonly (typeof TUNABLE)[number][];
  /** Pages that were drawn and judged. */
  readonly evaluations: number;
  readonly advice: string | null;
};

/**
 * Draws a picture as well as it can under the target's rubric: looks at it, draws the page with what may suit it, measures
 * each, and keeps the best. The page without any tuning is among them, so that nothing gets worse.
 */
export function* direct(still: Frame, seen: Frame, options: RenderOptions, watch: Watch): Steps<Directed> {
  const params = completeParams(options);
  const judge = counted(judgeOn(createBoard(still, seen, watch), params, watch));
  const locked = TUNABLE.filter((name) => options[name] !== undefined);
  const open = new Set<string>(TUNABLE.filter((name) => options[name] === undefined));
  const isTuned = isDirected(params) && open.size > 0;
  const facts = isTuned ? watch("analyze", () => analyze(still, seen)) : null;
  const moves = facts === null ? [] : movesFor(params.qualityTarget, facts);
  const take = yield* searchMoves(params, { moves, open, tryOut: judge.tryOut });
  return { take, locked, evaluations: judge.count(), advice: adviseOn(take, isTuned) };
}

/** Line art is not the picture: to tune it towards the picture would spoil it. */
const isDirected = ({ autoOptimize, edges }: RenderParams): boolean => autoOptimize > 0 && !edges;

/** Counts how often something is tried out, and remembers the outcomes: the same page need not be drawn twice. */
const counted = (tryOut: TryOut): { readonly tryOut: TryOut; readonly count: () => number } => {
  const takes = new Map<string, Take>();
  return {
    count: () => takes.size,
    tryOut: (params) => {
      const key = JSON.stringify(params);
      const take = takes.get(key) ?? tryOut(params);
      takes.set(key, take);
      return take;
    },
  };
};

/** What to tell a caller whose target was missed; null where it is met. */
export const adviseOn = ({ params, frame, marks }: Take, isTuned: boolean): string | null => {
  if (marks.every(({ met }) => met)) return null;
  const worst = `${missing(marks)} misses most`;
  if (!isTuned) return `${untried(params)} ${capital(worst)}.`;
  const more = frame.codebook.adapted ? " glyphStrategy=fixed usually comes closer." : "";
  return `Nothing tried meets the target; ${worst}.${more}`;
};

const untried = ({ autoOptimize, edges }: RenderParams): string => {
  if (autoOptimize === 0) return "Nothing was tuned: autoOptimize above 0 lets the Director try.";
  return edges ? "Line art is never tuned." : "Nothing was tuned: all was set by the caller.";
};

const missing = (marks: readonly Mark[]): string => {
  const short = ({ value, threshold }: Mark): number => value / threshold;
  const { name, value, threshold } = marks.reduce((worst, mark) => (short(mark) < short(worst) ? mark : worst));
  return `${name}, ${value.toFixed(3)} where ${threshold} is asked,`;
};

const capital = (sentence: string): string => sentence[0]!.toUpperCase() + sentence.slice(1);

/** The parameters with a tuning applied at a strength: given + strength × (best − given), to a thousandth. */
export const tunedBy = (given: RenderParams, best: Tuning, strength: number): RenderParams => {
  const tuned = { ...given };
  for (const name of TUNABLE) {
    const value = best[name];
    if (value !== undefined) tuned[name] = Math.round(1000 * (given[name] + strength * (value - given[name]))) / 1000;
  }
  return tuned;
};

type SearchParts = {
  readonly moves: Moves;
  /** Parameters that the caller has left alone. */
  readonly open: ReadonlySet<string>;
  readonly tryOut: TryOut;
};

/**
 * Tries moves round by round and keeps the best page of all. A move is tried as it would be applied, at the strength that
 * was asked for: half a move may well land on other glyphs than a whole one. Of a move the parameters that are open count.
 */
export function* searchMoves(given: RenderParams, { moves, open, tryOut }: SearchParts): Steps<Take> {
  let tuning: Tuning = {};
  let best = tryOut(given);
  for (const round of moves) {
    const from = tuning;
    for (const move of round) {
      const set = Object.fromEntries(Object.entries(move).filter(([name]) => open.has(name)));
      if (Object.keys(set).length === 0) continue;
      yield;
      const take = tryOut(tunedBy(given, { ...from, ...set }, given.autoOptimize));
      if (!isBetter(take, best)) continue;
      tuning = { ...from, ...set };
      best = take;
    }
  }
  return best;
}

/** Whether a page is clearly better than another, or better at all and the one of both that meets the target. */
const isBetter = (take: Take, other: Take): boolean => {
  const gain = take.score - other.score;
  if (isMet(take) !== isMet(other)) return gain > 0 && isMet(take);
  return gain >= LEAST_GAIN;
};

const isMet = ({ marks }: Take): boolean => marks.every(({ met }) => met);

/** So little may be an accident of the calibrated light, and be lost in another font. */
export const LEAST_GAIN = 0.001;

/** Rounds of values to try: the best of a round is where the next begins. */
export type Moves = readonly (readonly Tuning[])[];

/** The specification's defaults are a look that clips both ends; this is the whole range of the picture, and none lost. */
const WHOLE: Tuning = { contrast: 1, autoLevels: 1 };
const LIGHTER: Tuning = { gamma: 1.15 };
const DARKER: Tuning = { gamma: 0.88 };
const LOWER: Tuning = { brightness: -12 };
const CRISP: Tuning = { sharpen: 0.9, denoise: 0.05 };
const SOFT: Tuning = { sharpen: 0.05 };
const CALM: Tuning = { denoise: 0.85 };

/** What suits a kind of picture. The first kind that a picture is counts. */
export const KINDS: readonly Kind[] = [
  // what stands on paper is mostly lines
  { name: "paper", is: ({ middle }) => middle > 0.9, set: { structure: 0.75 } },
  { name: "grain", is: ({ noise }) => noise > 0.045, set: CALM },
  // what little form there is has to be brought out
  { name: "night or soft", is: ({ shadows, edges }) => shadows > 0.5 || edges < 0.06, set: CRISP },
  // skin and fur live in the mid-tones
  { name: "skin", is: ({ skin, edges }) => skin > 0.4 && edges < 0.1, set: { gamma: 1.12 } },
  // texture is detail: keep it
  { name: "texture", is: () => true, set: { sharpen: 0.55, denoise: 0.05 } },
];

type Kind = { readonly name: string; readonly is: (facts: Facts) => boolean; readonly set: Tuning };

const suited = (facts: Facts): Tuning => KINDS.find(({ is }) => is(facts))!.set;

/**
 * What is tried for a picture, every time on the whole page. The default target has to be quick; the others may look
 * further. Found on a corpus of 30 pictures.
 */
export const movesFor = (target: QualityTarget, facts: Facts): Moves => MOVES[target](facts);

const MOVES: Readonly<Record<QualityTarget, (facts: Facts) => Moves>> = {
  balanced: (facts) => [[WHOLE], [suited(facts)]],
  portrait: (facts) => [[WHOLE], [LIGHTER, { gamma: 1.4 }, DARKER], [suited(facts)]],
  motion: () => [[WHOLE], [DARKER, LIGHTER], [SOFT, CALM]],
  "low-light": () => [[WHOLE], [LIGHTER, { gamma: 1.5 }, { brightness: 20 }], [CRISP, CALM]],
  "round-trip": () => [[WHOLE], [DARKER, LOWER, LIGHTER], [SOFT, { structure: 0 }, CALM]],
};

/** A component of a target's rubric, measured. */
export type Mark = {
  readonly name: ComponentName;
  readonly value: number;
  readonly threshold: number;
  readonly met: boolean;
};

/** A page drawn with certain parameters, and how good it is under the target's rubric. */
export type Take = {
  readonly params: RenderParams;
  readonly frame: Frame;
  readonly score: number;
  readonly marks: readonly Mark[];
};

/** Draws a page on a board and judges it. */
export type TryOut = (params: RenderParams) => Take;

/** The rubric is that of the parameters' `qualityTarget`; of all parameters it depends on that, on `invert` and on `edges` only. */
export const judgeOn = (board: Board, { qualityTarget, invert }: RenderParams, watch: Watch = unwatched): TryOut => {
  const { still, seen, draw, redraw } = board;
  const { blur } = seen.kernels;
  const own = viewPicture(seen, invert);
  const ownLocals = localsOf(own.far, blur);
  let mask: Uint8Array | null = null;
  const skin = (): Uint8Array => {
    mask ??= board.skin();
    return mask;
  };
  return (params) => {
    const frame = draw(params);
    // line art is compared with the lines that were wanted, not with the picture
    const lines = params.edges ? lightOfLines(frame) : null;
    const picture = lines === null ? own : viewPicture({ ...frame, light: lines }, false);
    const locals = lines === null ? ownLocals : localsOf(picture.far, blur);
    return watch("measure", () => {
      const page = viewPage(frame);
      const exposure = exposureFor(page.far, picture.far);
      const far = exposed(page.far, exposure);
      const similarity = compare(localsOf(far, blur), locals, blur);
      const twin = () => viewPage(redraw(params)).near;
      const cells = () => cellMeans(lines ?? still.light, still.size).map(percept);
      const sight = { picture, page, exposure, far, similarity, frame, params, cells, skin, twin };
      return { params, frame, ...mark(sight, qualityTarget) };
    });
  };
};

/** Linear light of line art as it is wanted; its tones are the near view already. */
const lightOfLines = ({ tone }: Frame): Plane => mapPlane(tone, (value) => toLight(Math.min(1, Math.max(0, value))));

const mark = (sight: Sight, target: QualityTarget): Pick<Take, "score" | "marks"> => {
  const marks: Mark[] = [];
  let score = 0;
  for (const [key, { weight, threshold }] of Object.entries(RUBRICS[target].demands)) {
    const name = key as ComponentName;
    const { measure, full = 1 } = COMPONENTS[name];
    const value = measure(sight);
    score += weight * Math.min(1, value / full);
    marks.push({ name, value, threshold, met: value >= threshold });
  }
  return { score, marks };
};
