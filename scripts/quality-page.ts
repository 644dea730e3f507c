import { PARAMS, type QualityTarget, TUNABLE } from "@lumiglyph/contract";
import { code, page, sentence, table } from "../apps/service/src/documents/markdown/page.ts";
import { CELL_HEIGHT, CELL_WIDTH } from "../packages/engine/src/cells.ts";
import { COMPONENTS, type Component, type ComponentName } from "../packages/engine/src/director/components.ts";
import { METRIC, type Tuning } from "../packages/engine/src/director/evidence.ts";
import type { Facts } from "../packages/engine/src/director/facts.ts";
import { KINDS, LEAST_GAIN, movesFor } from "../packages/engine/src/director/moves.ts";
import { demandsOf, PURPOSES, RUBRICS } from "../packages/engine/src/director/rubrics.ts";
import { ATLAS, FONT_LIFT } from "../packages/engine/src/glyphs/atlas.ts";
import { EYE_SIGMA } from "../packages/engine/src/search/footprints.ts";
import { liftOn, pageGain } from "../packages/engine/src/search/target.ts";
import { EFFORTS, FULL_EFFORT, NOISY_CELLS, STROKE_COUNT, UNITS, WORK_LIMIT } from "../packages/engine/src/work.ts";

/** The reference of quality metrics and of the Auto Director's tuning. */
export const qualityPage = (): string =>
  page(
    "Quality",
    [
      introduction(),
      `## Viewing model\n\n${VIEWING}\n\n${views()}\n\n${EXPOSURE}`,
      `## Components\n\n${components()}`,
      `## Targets\n\n${TARGETS}`,
      ...PARAMS.qualityTarget.values.map(rubric),
      `## How to recompute it\n\n${SMALL_PRINT}`,
      `## Thresholds\n\n${thresholds()}`,
      `## What is tried\n\n${tried()}\n\n${moves()}\n\n${BY_KIND}\n\n${kinds()}\n\n${FACTS}`,
      `## What is left out\n\n${limits()}`,
    ],
    "packages/engine",
  );

const introduction = (): string =>
  `Every render is measured before it is sent, tuned or not. The metric is ${code(METRIC)} (\`quality.metric\`), a name for these formulas, weights and thresholds together. The light of each glyph is ${code(ATLAS.id)} (\`quality.font\`), the mean of the fonts that ${code("font")} names, or the profile of one of them. The reasons are in [the Director](../explanation/director.md).`;

const VIEWING =
  "Art and picture are compared as seen from two distances: light is blurred, then converted to the sRGB scale from 0 to 1, on which steps look even.";

const views = (): string =>
  table(
    ["View", "Blur (standard deviation)", "Samples per cell"],
    [
      ["near", `${EYE_SIGMA / CELL_WIDTH} cell widths`, `${CELL_WIDTH} × ${CELL_HEIGHT}`],
      ["far", `${(2 * EYE_SIGMA) / CELL_WIDTH} cell width`, `${CELL_WIDTH / 2} × ${CELL_HEIGHT / 2}`],
    ],
  );

const EXPOSURE = `Art is rendered with lifted mid-tones, to the power of ${liftOn("dark")}, because the texture of glyphs is seen as contrast. Its views are therefore lowered again, to the power of 1 ÷ ${liftOn("dark")}. In color nothing is lifted: a glyph's light is multiplied by its ink's luminance, and white is ${pageGain(0)} of the densest glyph in white, with \`charset=blocks\` all of it. With one ink a cell, letters are brighter by a gain of 2.5, rolled off towards the brightest ink of their hue: with x the light relative to white in that ink, 2.5 x ÷ (1 + 1.5 x). Art has no exposure of its own either, so it gets one: the gain and offset that give its far view the mean and standard deviation of the picture's. \`tone\`, \`structure\`, \`shadows\` and \`faces\` are measured with both, \`edges\` and \`stability\` with the gain only. With \`invert\`, the reference is the negative of the picture; with \`edges=true\`, it is the line art. With \`background=light\` the art is dark ink on white, its glyphs are those of the calibration's \`paper\`, and the power is ${liftOn("light")}; its views need no lowering, because paper leaves them nearly in proportion. With \`font\`, the light is that of the font's profile, whose name is in \`quality.font\`, and the powers are ${FONT_LIFT.dark} and ${FONT_LIFT.light}. Characters in color on paper alone are paler than the picture: for \`color\` each cell is first read as a decoder reads it.`;

const NAMES = Object.keys(COMPONENTS) as ComponentName[];

const components = (): string =>
  table(
    ["Component", "Formula", "Range", "Contribution to the score"],
    NAMES.map((name) => [code(name), COMPONENTS[name].summary, ...rangeOf(COMPONENTS[name])]),
  );

const rangeOf = ({ full }: Component): readonly string[] => {
  if (full === undefined) return ["0 to 1", "itself"];
  return [full > 1 ? "dB" : "0 to 1", `itself ÷ ${full}, at most 1`];
};

const { weight: COLOR_WEIGHT, threshold: COLOR_THRESHOLD } = demandsOf("balanced", true).color!;

const TARGETS = `\`score\` is the weighted sum of the components. \`status\` is \`target_met\` if every component reaches its threshold, otherwise \`best_effort\`, whatever the score. If the page is drawn in color, every target also has \`color\`, with a weight of ${COLOR_WEIGHT} and a threshold of ${COLOR_THRESHOLD}; the other weights are multiplied by ${1 - COLOR_WEIGHT}.`;

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
  return `Thresholds come from a corpus of 30 pictures of ten kinds, rendered at 120 columns without the Director. A target's main component must reach the median of the corpus, the others must be above its lower quartile. The ${decibels} dB of \`round-trip\` are a promise instead: a root mean square error of 1 ÷ ${Math.round(10 ** (decibels / 20))} of the picture's range per cell.`;
};

const tried = (): string =>
  `The Director may tune ${TUNABLE.map(code).join(", ")}; the last one only in color. Parameters that the client sets are locked, whatever their value: a move changes only the others. Every move is rendered in full and measured, round by round: all moves of a round start from the best candidate of the rounds before. A move is applied as given + \`autoOptimize\` × (move − given); the default is ${PARAMS.autoOptimize.default}. It is kept if it scores at least ${LEAST_GAIN} higher than the best candidate so far, or higher at all and meets a target that the best one misses; a candidate that meets the target is never replaced by one that misses it. The first candidate is the request as given, so the result never scores lower.`;

const moves = (): string =>
  `${table(
    ["Target", "First", "Then", "Then", "Maximum candidates"],
    PARAMS.qualityTarget.values.map((target) => {
      const [first, second, third] = roundsOf(target);
      const all = movesFor(target, ONE).flat().length;
      return [code(target), first ?? "none", second ?? "none", third ?? "none", `${1 + all}`];
    }),
  )}\n\nIn color, the first move is ${written(movesFor("balanced", ONE, { inColor: true, inPairs: false, inBlocks: false })[0]![0]!)} instead; with \`charset=blocks\` \`contrast=1\`, \`autoLevels=0\`, \`saturation=1\`. With two colors a cell, a palette, or color on paper, the first move is ${written(movesFor("balanced", ONE, { inColor: true, inPairs: true, inBlocks: false })[0]![0]!)}; for \`balanced\` it is the only one.`;

/** The moves of each round; those that depend on the kind of picture are in the second table. */
const roundsOf = (target: QualityTarget): readonly string[] => {
  const others = movesFor(target, OTHER);
  return movesFor(target, ONE).map((round, i) =>
    round
      .map((move, j) => (written(move) === written(others[i]![j]!) ? written(move) : "the settings for its kind"))
      .join("; "),
  );
};

/** Pictures of two kinds. */
const OTHER: Facts = { noise: 0, dark: 0, middle: 1, shadows: 0, edges: 0.5, skin: 0 };
const ONE: Facts = { ...OTHER, middle: 0.5 };

const written = (move: Tuning): string =>
  Object.entries(move)
    .map(([name, value]) => code(`${name}=${value}`))
    .join(", ");

const BY_KIND = "The settings for a picture depend on its kind, the first of these that applies:";

const kinds = (): string =>
  table(
    ["Kind", "Condition", "Settings"],
    KINDS.map(({ name, is, set }) => [name, conditionOf(is), written(set)]),
  );

/** A condition is one expression, which documents itself. */
const conditionOf = (is: (typeof KINDS)[number]["is"]): string => {
  const source = is.toString();
  const condition = source.slice(source.indexOf("=>") + 2).trim();
  return condition === "true" ? "none of the others" : condition.replaceAll("||", "or").replaceAll("&&", "and");
};

const FACTS =
  "The facts are measured on the picture at the size of the grid, 2 × 4 samples per cell. `noise` is a standard deviation (Immerkær 1996). `middle` is the median of the tones, `shadows` the share of samples whose tone is below 0.25, `edges` the share of samples on a contour, `skin` the share of skin-colored pixels (Chai and Ngan 1999). Line art is measured but never tuned.";

const limits = (): string => {
  const { stages, diffusion, painted, ...searches } = UNITS;
  const priced = [["One ink"], ["One color"], ["Letters in two colors, a palette or paper"], ["A mosaic in color"]];
  const rows = Object.values(searches).map(({ once, cell, glyph }, i) =>
    [...priced[i]!, once, cell, glyph].map(String),
  );
  return `Work is bounded by the size of the grid and the parameters, before it starts and without a clock, so that a request gives the same bytes on every machine. A page may cost ${WORK_LIMIT} units, about a microsecond each on a core at 2.5 GHz; with \`theme=auto\` half of it, with \`maxCharacters\` a third, because so many pages may be drawn. Candidates are rendered in the order of the tables above until the next would exceed the limit; the first is always rendered. \`quality.leftOut.candidates\` counts the others, and is absent with the rest of \`leftOut\` if nothing was left out.

A candidate costs, for each cell, ${stages} units and its search: *once* + *cell* + *glyph* × the number of glyphs. With \`motion\`, which is also rendered with noise, it costs that and ${2 * UNITS.stages} units and a full search more, of at most ${2 * NOISY_CELLS} cells: what noise changes in a larger grid is measured on one of ${NOISY_CELLS}. The number of glyphs is that of the charset or of \`characters\`, plus ${STROKE_COUNT} strokes in ASCII; of an adaptive codebook at most 0.5 ÷ \`maxGlyphRmse\` are counted, of a mosaic in color half its patterns and the shapes of coarser mosaics and eighths, with a palette three shades too. With \`dither\` and at most one color a cell, a search costs ${diffusion}. With a palette it costs ${painted} more for each glyph and pair of colors: ${FULL_EFFORT.colors} inks, and as many backgrounds where cells have their own.

${table(["Search", "Once", "Cell", "Glyph"], rows)}

If one candidate alone exceeds the limit, its search tries ${EFFORTS[1]!.colors} instead of ${FULL_EFFORT.colors} of a palette's colors for each ink and background, then ${EFFORTS[2]!.colors}, then ${EFFORTS[3]!.colors}; a search in one ink or one color runs one pass instead of ${FULL_EFFORT.passes}, for which *cell* and *glyph* cost half. \`leftOut.colors\` and \`leftOut.passes\` count what is missing.`;
};

/** Details that the formulas do not show. */
const SMALL_PRINT = `\`tests/evidence\` recomputes every score without the engine's code. Besides the formulas, it needs these details:

- The picture's light is Rec. 709 luminance over black, reduced by area to 2 × 4 samples per cell: halved by means of 2 × 2 as long as both sides are even and at least four times the size, then by exact area. A JPEG at least twice as wide as the parts of its cells, 4 × 8 in each, is decoded directly at that size (sharp, lanczos3); compared with the JPEG decoded in full, scores may be off by a few hundredths.
- The picture is blurred by σ = √(1 − 1/12) samples, because a sample already is a mean; from near to far by another √3. Taps reach 3 σ, and the outermost sample is repeated beyond the border. A glyph's light is blurred exactly and cut off 3 samples beyond its cell; at the border, the art's light is divided by the share of the blur inside the grid.
- The gain is at most 20, and 0 if the standard deviation of the art's far view is below 0.001.
- \`structure\`: window of σ 1.5 to 5 samples, constants 0.01² and 0.03², borders counted. \`edges\`: central differences of inner samples; 0.008² per sample, borders counted, is added to the product and to both squares.
- \`shadows\`, \`faces\`: the constant is 0.01² instead of 0.03², or blank art would pass for a shadow. In addition, 1 % of all samples count as perfect: a handful of them decides nothing. A cell is skin-colored if the mean of its opaque pixels in linear light is; if fewer than 2 % of the cells are, all count.
- \`contours\`: they are detected in the target tones, after \`levels\`, \`tone\`, \`denoise\` and \`detail\` and before any line art. A cell has none if its tones differ by less than 0.0108 times the stretch of the levels, or if the structure tensor of its central differences has a slope below 0.03 per sample or a coherence below 0.5. A contour's clarity is the coherence times slope ÷ 0.2, at most 1. In addition, 1 % of all cells count as followed. If \`structure\` is 0, or the charset is \`blocks\` or \`dots\`, the component is 1.
- \`psnr\`: cells are decoded by the share of its light that each glyph sends to each of its nine neighbors, then smoothed by a local Wiener filter whose noise is the square of the default \`maxGlyphRmse\`; gain and offset by least squares.
- \`stability\`: the noise is always the same: the sum of the four bytes of MurmurHash3's finalizer of the sample's index + 1, minus 510, divided by 147.8, times 0.02 on the encoded scale, added to the samples before any blur. It is only one sample of possible noise: with another one, \`stability\` typically differs by 0.15.`;
