import type { RenderParams } from "@lumiglyph/contract";
import type { Mark, Take, TryOut } from "./judge.ts";

/** What to tell a caller whose target was missed; null where it is met. */
export const adviseOn = (take: Take, sketch: TryOut | null): string | null => {
  if (take.marks.every(({ met }) => met)) return null;
  const worst = `${missing(take.marks)} misses most`;
  if (sketch === null) return `${untried(take.params)} ${capital(worst)}.`;
  if (wouldMeet(take, sketch))
    return "By a sketch, all glyphs of the charset would meet the target: glyphStrategy=fixed.";
  return `Nothing that was tried would meet the target; ${worst}.`;
};

const untried = ({ autoOptimize, edges }: RenderParams): string => {
  if (autoOptimize === 0) return "Nothing was tuned: autoOptimize above 0 lets the Director try.";
  return edges ? "Line art is never tuned." : "Nothing was tuned: all that may be was set by the caller.";
};

/**
 * Whether the whole ramp would meet the target: by as much as it is better than the codebook on a sketch, the page would
 * be better too.
 */
const wouldMeet = ({ params, marks, frame }: Take, sketch: TryOut): boolean => {
  if (!frame.codebook.adapted || marks.some(({ value, threshold }) => value < threshold * IN_REACH)) return false;
  const now = sketch(params).marks;
  const then = sketch({ ...params, glyphStrategy: "fixed" }).marks;
  return marks.every(({ value, threshold }, i) => value + then[i]!.value - now[i]!.value >= threshold * SURE);
};

/** A sketch is only a sketch. */
const SURE = 1.005;

/** What is further off has never been seen to be made up for by more glyphs. */
const IN_REACH = 0.95;

const missing = (marks: readonly Mark[]): string => {
  const short = ({ value, threshold }: Mark): number => value / threshold;
  const { name, value, threshold } = marks.reduce((worst, mark) => (short(mark) < short(worst) ? mark : worst));
  return `${name}, ${value.toFixed(3)} where ${threshold} is asked,`;
};

const capital = (sentence: string): string => sentence[0]!.toUpperCase() + sentence.slice(1);
