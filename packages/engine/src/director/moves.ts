import { type QualityTarget, type RenderParams, TUNABLE } from "@lumiglyph/contract";
import type { Steps } from "../stage.ts";
import type { Candidate, Evaluate } from "./evaluate.ts";
import type { Tuning } from "./evidence.ts";
import type { Facts } from "./facts.ts";

/** Applies a tuning at a strength: given + strength × (best − given), rounded to a thousandth. */
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
  /** Parameters that the caller did not set. */
  readonly open: ReadonlySet<string>;
  readonly evaluate: Evaluate;
  /** Whether the work limit allows another candidate. */
  readonly hasRoom: () => boolean;
};

/**
 * Tries moves round by round and keeps the best candidate. Each move is tried at the strength at
 * which it would be applied, because half a move may choose different glyphs. Only a move's open
 * parameters change. Moves beyond the work limit are skipped.
 */
export function* searchMoves(
  given: RenderParams,
  { moves, open, evaluate, hasRoom }: SearchParts,
): Steps<{ readonly best: Candidate; readonly leftOut: number }> {
  let tuning: Tuning = {};
  let best = evaluate(given);
  let leftOut = 0;
  for (const round of moves) {
    const from = tuning;
    for (const move of round) {
      const set = Object.fromEntries(Object.entries(move).filter(([name]) => open.has(name)));
      if (Object.keys(set).length === 0) continue;
      if (!hasRoom()) {
        leftOut++;
        continue;
      }
      yield;
      const candidate = evaluate(tunedBy(given, { ...from, ...set }, given.autoOptimize));
      if (!isBetter(candidate, best)) continue;
      tuning = { ...from, ...set };
      best = candidate;
    }
  }
  return { best, leftOut };
}

/** Whether a candidate is clearly better than another, or better at all and the only one to meet the target. */
const isBetter = (one: Candidate, other: Candidate): boolean => {
  const gain = one.score - other.score;
  if (isMet(one) !== isMet(other)) return gain > 0 && isMet(one);
  return gain >= LEAST_GAIN;
};

const isMet = ({ components }: Candidate): boolean => components.every(({ met }) => met);

/** A smaller gain may be an artifact of the calibration and vanish in another font. */
export const LEAST_GAIN = 0.001;

/** Rounds of tunings to try. Each round starts from the best of the one before. */
export type Moves = readonly (readonly Tuning[])[];

/** The specification's defaults clip both ends of the range; this keeps the whole range. */
const WHOLE: Tuning = { contrast: 1, autoLevels: 1 };

/**
 * In color: the picture's own tones and colors. Stretching the dark end would change the remaining
 * colors.
 */
const OWN: Tuning = { contrast: 1, autoLevels: 0, saturation: 1 };

/**
 * In one ink per letter: half of the stretch. Without it, rolling off the highlights costs too much
 * contrast.
 */
const STRETCHED: Tuning = { autoLevels: 0.45, saturation: 1.15 };

/**
 * In two colors per cell: the picture unchanged, which two colors can show; slight sharpening reads
 * better on a screen.
 */
const AS_IT_IS: Tuning = { ...OWN, denoise: 0 };

const LIGHTER: Tuning = { gamma: 1.15 };
const DARKER: Tuning = { gamma: 0.88 };
const LOWER: Tuning = { brightness: -12 };
const CRISP: Tuning = { sharpen: 0.9, denoise: 0.05 };
const SOFT: Tuning = { sharpen: 0.05 };
const CALM: Tuning = { denoise: 0.85 };

/** The moves that suit each kind of picture. The first kind that matches counts. */
export const KINDS: readonly Kind[] = [
  // scans and drawings on paper are mostly lines
  { name: "paper", is: ({ middle }) => middle > 0.9, set: { structure: 0.75 } },
  { name: "grain", is: ({ noise }) => noise > 0.045, set: CALM },
  // brings out the little form there is
  { name: "night or soft", is: ({ shadows, edges }) => shadows > 0.5 || edges < 0.06, set: CRISP },
  // skin and fur are mid-tones
  { name: "skin", is: ({ skin, edges }) => skin > 0.4 && edges < 0.1, set: { gamma: 1.12 } },
  // keeps texture, which is detail
  { name: "texture", is: () => true, set: { sharpen: 0.55, denoise: 0.05 } },
];

type Kind = { readonly name: string; readonly is: (facts: Facts) => boolean; readonly set: Tuning };

const suited = (facts: Facts): Tuning => KINDS.find(({ is }) => is(facts))!.set;

/** How a page is drawn: in one ink, or with one or two colors per cell; blocks can be as bright as the picture. */
type Page = { readonly inColor: boolean; readonly inPairs: boolean; readonly inBlocks: boolean };

/**
 * The moves to try for a picture. The default target has to be quick; the others may search longer. Found on a corpus of
 * 30 pictures (bench/director.ts).
 */
export const movesFor = (target: QualityTarget, facts: Facts, { inColor, inPairs, inBlocks }: Page = PLAIN): Moves => {
  if (inPairs && target === "balanced") return [[AS_IT_IS]];
  const inInks = inBlocks ? OWN : STRETCHED;
  return MOVES[target](facts, [inPairs ? AS_IT_IS : inColor ? inInks : WHOLE]);
};

const PLAIN: Page = { inColor: false, inPairs: false, inBlocks: false };

const MOVES: Readonly<Record<QualityTarget, (facts: Facts, first: readonly Tuning[]) => Moves>> = {
  balanced: (facts, first) => [first, [suited(facts)]],
  portrait: (facts, first) => [first, [LIGHTER, { gamma: 1.4 }, DARKER], [suited(facts)]],
  motion: (_facts, first) => [first, [DARKER, LIGHTER], [SOFT, CALM]],
  "low-light": (_facts, first) => [first, [LIGHTER, { gamma: 1.5 }, { brightness: 20 }], [CRISP, CALM]],
  "round-trip": (_facts, first) => [first, [DARKER, LOWER, LIGHTER], [SOFT, { structure: 0 }, CALM]],
};
