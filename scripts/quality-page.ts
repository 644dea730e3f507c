import { PARAMS, type QualityTarget } from "@lumiglyph/contract";
import { code, page, sentence, table } from "../packages/contract/src/emit/markdown/page.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../packages/engine/src/cells.ts";
import { COMPONENTS, type Component, type ComponentName } from "../packages/engine/src/director/components.ts";
import { LEAST_GAIN } from "../packages/engine/src/director/direct.ts";
import { METRIC } from "../packages/engine/src/director/evidence.ts";
import { MOVES, type Moves } from "../packages/engine/src/director/moves.ts";
import { PURPOSES } from "../packages/engine/src/director/purposes.ts";
import { RUBRICS } from "../packages/engine/src/director/rubrics.ts";
import { TUNABLE } from "../packages/engine/src/director/tunable.ts";
import { CALIBRATION } from "../packages/engine/src/glyphs/generated/calibration.ts";
import { EYE_SIGMA } from "../packages/engine/src/search/footprints.ts";

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
      `## What is tried\n\n${tried()}\n\n${moves()}\n\n${FACTS}`,
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

const EXPOSURE =
  "A page of characters has no exposure of its own, so it is given one: the gain and the offset with which its far view has the mean and the standard deviation of the picture's. Every component but `psnr` is measured at it. With `invert` the picture is its negative.";

const NAMES = Object.keys(COMPONENTS) as ComponentName[];

const components = (): string =>
  table(
    ["Component", "Formula", "Range", "Counts in the score as"],
    NAMES.map((name) => [code(name), COMPONENTS[name].says, ...rangeOf(COMPONENTS[name])]),
  );

const rangeOf = ({ full }: Component): readonly string[] =>
  full === undefined ? ["0 to 1", "itself"] : ["dB", `itself ÷ ${full}, at most 1`];

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
  `The Director may tune ${TUNABLE.map(code).join(", ")}, and of these only what has its default value. It tries moves on sketches, smaller pages with the whole page's glyphs, in this order; the best of a round is where the next begins. What it finds is applied as given + \`autoOptimize\` × (found − given), ${PARAMS.autoOptimize.default} being the default, and kept if the whole page then scores ${LEAST_GAIN} higher than without, or higher at all and meets a target that was missed. A move whose condition does not hold for the picture is spared.`;

const moves = (): string =>
  table(
    ["Target", "First", "Then", "Pages at most"],
    PARAMS.qualityTarget.values.map((target) => {
      const [first = [], then = []] = MOVES[target];
      return [code(target), list(first), list(then), `${MOVES[target].flat().length + BESIDES}`];
    }),
  );

/** Pages besides the moves: both whole ones, the sketch as it is, and the one with all glyphs that advice may want. */
const BESIDES = 4;

type Move = Moves[number][number];

const list = (round: readonly Move[]): string => (round.length === 0 ? "none" : round.map(told).join("; "));

const told = ({ set, when }: Move): string => {
  const values = Object.entries(set).map(([name, value]) => code(`${name}=${value}`));
  const condition = when === undefined ? "true" : conditionOf(when);
  return `${values.join(", ")}${condition === "true" ? "" : ` if ${condition}`}`;
};

/** A condition is one expression, which says best itself what it asks. */
const conditionOf = (when: NonNullable<Move["when"]>): string => {
  const source = when.toString();
  return source.slice(source.indexOf("=>") + 2).trim();
};

const FACTS =
  "The facts are measured on the sketch: `noise` is a standard deviation (Immerkær 1996), `dark`, `middle` and `bright` are a low percentile, the median and a high percentile of the tones, `edges` is the share of samples on a contour, `skin` the share of pixels whose color skin has (Chai and Ngan 1999). Line art (`edges=true`) is measured and never tuned.";

/** What nobody could guess. */
const SMALL_PRINT = `\`tests/evidence\` does it without any code of the engine's. What it has to know besides the formulas:

- The picture's light is Rec. 709 luminance over black, reduced by area to 2 × 4 samples a cell: halved by means of 2 × 2 as long as both sides are even and at least four times the size, then by exact area. A JPEG at least four times as wide as that is read at this size in the first place (sharp, lanczos3); against the JPEG read whole, scores may be off by a few hundredths.
- The picture is blurred by σ = √(1 − 1/12) samples, because a sample is a mean already; from near to far by another √3. Taps reach 3 σ, and the outermost sample goes on beyond the border. A glyph's light is blurred exactly and cut off 3 samples beyond its cell; at the border a page's light is divided by the share of the blur that lies on the page.
- A page's gain is at most 20, and 0 where the spread of its far view is below 0.001.
- \`structure\`: window of σ 1.5 to 5 samples, constants 0.01² and 0.03², borders counted. \`edges\`: central differences of inner samples; 0.008² a sample, borders counted, is added to the product and to both squares. \`shadows\`: a hundredth of all samples counts as perfect besides.
- \`psnr\`: cells are decoded by the share of its light that each glyph sends to each of its nine neighbors, then settled by a local Wiener filter whose grain is the square of the default \`maxGlyphRmse\`; gain and offset by least squares.
- \`stability\`: the noise is always the same, the four bytes of MurmurHash3's finalizer of the sample's number + 1, added up, less 510, over 147.8, times 0.02 on the encoded scale, on the samples before any blur. One noise is one sample of what noise can do: with another one \`stability\` differs by 0.15 as a rule.`;
