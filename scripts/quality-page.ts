import { PARAMS, type QualityTarget } from "@lumiglyph/contract";
import { code, page, sentence, table } from "../packages/documents/src/markdown/page.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../packages/engine/src/cells.ts";
import { COMPONENTS, type Component, type ComponentName } from "../packages/engine/src/director/components.ts";
import { METRIC, TUNABLE, type Tuning } from "../packages/engine/src/director/evidence.ts";
import type { Facts } from "../packages/engine/src/director/facts.ts";
import { KINDS, LEAST_GAIN, movesFor } from "../packages/engine/src/director/moves.ts";
import { PURPOSES, RUBRICS } from "../packages/engine/src/director/rubrics.ts";
import { CALIBRATION } from "../packages/engine/src/glyphs/generated/calibration.ts";
import { EYE_SIGMA } from "../packages/engine/src/search/footprints.ts";
import { LIFT } from "../packages/engine/src/search/target.ts";

/** The reference of how quality is measured and what the Auto Director tries for it. */
export const qualityPage = (): string =>
  page(
    "Quality",
    [
      introduction(),
      `## What is seen\n\n${VIEWING}\n\n${views()}\n\n${EXPOSURE}`,
      `## Components\n\n${components()}`,
      `## Targets\n\n${TARGETS}`,
      ...PARAMS.qualityTarget.values.map(rubric),
      `## To compute it again\n\n${SMALL_PRINT}`,
      `## Thresholds\n\n${thresholds()}`,
      `## What is tried\n\n${tried()}\n\n${moves()}\n\n${BY_KIND}\n\n${kinds()}\n\n${FACTS}`,
    ],
    "packages/engine",
  );

const introduction = (): string =>
  `Every page is measured before it is sent, whether it was tuned or not. The measure is ${code(METRIC)}, which names these formulas, weights and thresholds together; \`quality.metric\` tells it. Glyphs shine as calibration ${code(CALIBRATION.id)} has measured them (\`quality.font\`): ${CALIBRATION.fonts.map(({ family, weight }) => `${family} × ${weight}`).join(", ")}. Why it is done this way: [the Director](../explanation/director.md).`;

const VIEWING =
  "Page and picture are compared as an eye sees them from two distances: light is blurred, then put on the sRGB scale, on which steps look even, 0 to 1.";

const views = (): string =>
  table(
    ["View", "Blur (standard deviation)", "Samples a cell"],
    [
      ["near", `${EYE_SIGMA / CELL_WIDTH} cell widths`, `${CELL_WIDTH} × ${CELL_HEIGHT}`],
      ["far", `${(2 * EYE_SIGMA) / CELL_WIDTH} cell width`, `${CELL_WIDTH / 2} × ${CELL_HEIGHT / 2}`],
    ],
  );

const EXPOSURE = `A page is drawn with its mid-tones lifted, to the power of ${LIFT}, because the texture of glyphs is seen as contrast. So the page's views are lowered again, to the power of 1 ÷ ${LIFT}. A page of characters has no exposure of its own either, so it is given one: the gain and the offset with which its far view has the mean and the standard deviation of the picture's. \`tone\`, \`structure\`, \`shadows\` and \`faces\` are measured at it, \`edges\` and \`stability\` at its gain. With \`invert\` the picture is its negative. For line art, \`edges=true\`, it is the lines that were wanted.`;

const NAMES = Object.keys(COMPONENTS) as ComponentName[];

const components = (): string =>
  table(
    ["Component", "Formula", "Range", "Counts in the score as"],
    NAMES.map((name) => [code(name), COMPONENTS[name].summary, ...rangeOf(COMPONENTS[name])]),
  );

const rangeOf = ({ full }: Component): readonly string[] => {
  if (full === undefined) return ["0 to 1", "itself"];
  return [full > 1 ? "dB" : "0 to 1", `itself ÷ ${full}, at most 1`];
};

const TARGETS =
  "`score` is the sum of the components, each times its weight. `status` is `target_met` where every component holds its threshold, and `best_effort` where one does not, whatever the score.";

const rubric = (target: QualityTarget): string => {
  const says = PURPOSES[target];
  const { demands } = RUBRICS[target];
  const rows = Object.entries(demands).map(([name, { weight, threshold }]) => [
    code(name),
    `${weight}`,
    `${threshold}`,
  ]);
  const heading = target === PARAMS.qualityTarget.default ? `${code(target)}, the default` : code(target);
  return `### ${heading}\n\n${sentence(says)}\n\n${table(["Component", "Weight", "Threshold"], rows)}`;
};

const thresholds = (): string => {
  const decibels = RUBRICS["round-trip"].demands.psnr?.threshold ?? 0;
  return `They come from a corpus of 30 pictures of ten kinds at 120 columns, drawn without the Director. The component that a target is about has to be as good as the median there, the others better than the worst quarter. The ${decibels} dB of \`round-trip\` are a promise instead: cells are off by 1 ÷ ${Math.round(10 ** (decibels / 20))} of the picture's range, as a root mean square.`;
};

const tried = (): string =>
  `The Director may tune ${TUNABLE.map(code).join(", ")}. What the caller gave is locked, whatever its value: of a move only the open parameters are tried. Every move is drawn on the whole page and measured, round by round: all moves of a round begin at the best page of the rounds before. A move is applied as given + \`autoOptimize\` × (move − given), ${PARAMS.autoOptimize.default} being the default. It is kept if its page scores ${LEAST_GAIN} higher than the best so far, or higher at all and meets a target that the best misses; a page that meets the target is never given up for one that misses it. The page as it was asked for is the first of them, so no page is sent that scores lower.`;

const moves = (): string =>
  table(
    ["Target", "First", "Then", "Then", "Pages at most"],
    PARAMS.qualityTarget.values.map((target) => {
      const [first, second, third] = roundsOf(target);
      const all = movesFor(target, ONE).flat().length;
      return [code(target), first ?? "none", second ?? "none", third ?? "none", `${1 + all}`];
    }),
  );

/** What is tried in each round; a move that is another for another kind of picture is what suits the kind. */
const roundsOf = (target: QualityTarget): readonly string[] => {
  const others = movesFor(target, OTHER);
  return movesFor(target, ONE).map((round, i) =>
    round.map((move, j) => (told(move) === told(others[i]![j]!) ? told(move) : "what suits its kind")).join("; "),
  );
};

/** Pictures of two kinds. */
const OTHER: Facts = { noise: 0, dark: 0, middle: 1, bright: 1, shadows: 0, edges: 0.5, skin: 0 };
const ONE: Facts = { ...OTHER, middle: 0.5 };

const told = (move: Tuning): string =>
  Object.entries(move)
    .map(([name, value]) => code(`${name}=${value}`))
    .join(", ");

const BY_KIND = "What suits a picture goes by its kind, which is the first of these that it is:";

const kinds = (): string =>
  table(
    ["Kind", "It is one if", "What suits it"],
    KINDS.map(({ name, is, set }) => [name, conditionOf(is), told(set)]),
  );

/** A condition is one expression, which says best itself what it asks. */
const conditionOf = (is: (typeof KINDS)[number]["is"]): string => {
  const source = is.toString();
  const condition = source.slice(source.indexOf("=>") + 2).trim();
  return condition === "true" ? "it is none of the others" : condition.replaceAll("||", "or").replaceAll("&&", "and");
};

const FACTS =
  "The facts are measured on the picture at the size of the page, 2 × 4 samples a cell. `noise` is a standard deviation (Immerkær 1996). `middle` is the median of the tones, `shadows` the share of samples whose tone is below 0.25, `edges` the share of samples on a contour, `skin` the share of pixels whose color skin has (Chai and Ngan 1999). Line art is measured and never tuned.";

/** What nobody could guess. */
const SMALL_PRINT = `\`tests/evidence\` does it without any code of the engine's. What it has to know besides the formulas:

- The picture's light is Rec. 709 luminance over black, reduced by area to 2 × 4 samples a cell: halved by means of 2 × 2 as long as both sides are even and at least four times the size, then by exact area. A JPEG at least four times as wide as that is read at this size in the first place (sharp, lanczos3); against the JPEG read whole, scores may be off by a few hundredths.
- The picture is blurred by σ = √(1 − 1/12) samples, because a sample is a mean already; from near to far by another √3. Taps reach 3 σ, and the outermost sample goes on beyond the border. A glyph's light is blurred exactly and cut off 3 samples beyond its cell; at the border a page's light is divided by the share of the blur that lies on the page.
- A page's gain is at most 20, and 0 where the spread of its far view is below 0.001.
- \`structure\`: window of σ 1.5 to 5 samples, constants 0.01² and 0.03², borders counted. \`edges\`: central differences of inner samples; 0.008² a sample, borders counted, is added to the product and to both squares.
- \`shadows\`, \`faces\`: in place of 0.03² the constant is 0.01², or an empty page would pass for a shadow. A hundredth of all samples counts as perfect besides, so that a handful of them decides nothing. A cell has the color of skin by the mean of its opaque pixels in linear light; where fewer than 2 of 100 cells have it, all count.
- \`contours\`: they are looked for in the tones that the page is to show, after \`levels\`, \`tone\`, \`denoise\` and \`detail\` and before any line art. A cell has none where its tones differ by less than 0.0108 times the stretch of the levels, or where by the structure tensor of its central differences the slope is below 0.03 a sample or the coherence below 0.5. How clear it is: the coherence times slope ÷ 0.2, at most 1. A hundredth of all cells counts as followed besides. Where \`structure\` is 0, or the charset is \`blocks\` or \`dots\`, it is 1.
- \`psnr\`: cells are decoded by the share of its light that each glyph sends to each of its nine neighbors, then settled by a local Wiener filter whose grain is the square of the default \`maxGlyphRmse\`; gain and offset by least squares.
- \`stability\`: the noise is always the same, the four bytes of MurmurHash3's finalizer of the sample's number + 1, added up, less 510, over 147.8, times 0.02 on the encoded scale, on the samples before any blur. One noise is one sample of what noise can do: with another one \`stability\` differs by 0.15 as a rule.`;
