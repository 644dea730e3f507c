import {
  completeParams,
  type LeftOut,
  type QualityEvidence,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import type { PipelineState } from "../pipeline-state.ts";
import type { Steps, Watch } from "../stage.ts";
import { drawsPairs } from "../stages/color.ts";
import { candidatesWithin, type Effort, effortFor, FULL_EFFORT } from "../work.ts";
import {
  type Candidate,
  type ComponentResult,
  createEvaluator,
  createGridRenderer,
  type Evaluate,
} from "./evaluate.ts";
import { qualityEvidence, tunableIn } from "./evidence.ts";
import { analyze } from "./facts.ts";
import { movesFor, searchMoves } from "./moves.ts";

/**
 * The Auto Director: analyzes the picture, renders it with a few settings that may suit it, measures each result under the
 * target's rubric and keeps the best, with the evidence for it. The untuned render is among them, so nothing gets worse.
 * A large grid gets fewer candidates, so that every request is answered in time.
 */
export function* direct(
  scaled: PipelineState,
  viewed: PipelineState,
  options: RenderOptions,
  watch: Watch,
): Steps<Candidate & { readonly quality: QualityEvidence }> {
  const params = completeParams(options);
  const evaluator = memoized(createEvaluator(createGridRenderer(scaled, viewed, watch), params, watch));
  const tunable = tunableIn(params);
  const locked = tunable.filter((name) => options[name] !== undefined);
  const open = new Set<string>(tunable.filter((name) => options[name] === undefined));
  const isTuned = isDirected(params) && open.size > 0;
  const facts = isTuned ? watch("analyze", () => analyze(scaled, viewed)) : null;
  const moves =
    facts === null
      ? []
      : movesFor(params.qualityTarget, facts, {
          inColor: params.color,
          inPairs: drawsPairs(params),
          inBlocks: params.charset === "blocks",
        });
  const most = candidatesWithin(params, viewed.size);
  const hasRoom = () => evaluator.count() < most;
  const { best, leftOut } = yield* searchMoves(params, { moves, open, evaluate: evaluator.evaluate, hasRoom });
  const search = {
    locked,
    evaluations: evaluator.count(),
    leftOut: leftOutOf(leftOut, effortFor(params, viewed.size)),
    advice: adviseOn(best, isTuned),
  };
  return { ...best, quality: qualityEvidence(best, params, search) };
}

/** What the work limit left out of a render; null if nothing was. */
const leftOutOf = (candidates: number, { passes, colors }: Effort): LeftOut | null => {
  const leftOut = { candidates, passes: FULL_EFFORT.passes - passes, colors: FULL_EFFORT.colors - colors };
  return Object.values(leftOut).some((count) => count > 0) ? leftOut : null;
};

/** Line art is not meant to match the picture; tuning it toward the picture would spoil it. */
const isDirected = ({ autoOptimize, edges }: RenderParams): boolean => autoOptimize > 0 && !edges;

/** Caches and counts evaluations, so that no grid is rendered twice. */
const memoized = (evaluate: Evaluate): { readonly evaluate: Evaluate; readonly count: () => number } => {
  const known = new Map<string, Candidate>();
  return {
    count: () => known.size,
    evaluate: (params) => {
      const key = JSON.stringify(params);
      const candidate = known.get(key) ?? evaluate(params);
      known.set(key, candidate);
      return candidate;
    },
  };
};

/** Advice for a caller whose target was missed; null if it is met. */
export const adviseOn = ({ params, state, components }: Candidate, isTuned: boolean): string | null => {
  if (components.every(({ met }) => met)) return null;
  const worst = `${missing(components)} misses most`;
  if (!isTuned) return `${untried(params)} ${capital(worst)}.`;
  const more = state.codebook.adapted ? " glyphStrategy=fixed usually comes closer." : "";
  return `Nothing tried meets the target; ${worst}.${more}`;
};

const untried = ({ autoOptimize, edges }: RenderParams): string => {
  if (autoOptimize === 0) return "Nothing was tuned: autoOptimize above 0 lets the Director try.";
  return edges ? "Line art is never tuned." : "Nothing was tuned: the caller set every tunable parameter.";
};

const missing = (components: readonly ComponentResult[]): string => {
  const short = ({ value, threshold }: ComponentResult): number => value / threshold;
  const { name, value, threshold } = components.reduce((worst, one) => (short(one) < short(worst) ? one : worst));
  return `${name}, ${value.toFixed(3)} where ${threshold} is asked,`;
};

const capital = (sentence: string): string => sentence[0]!.toUpperCase() + sentence.slice(1);
