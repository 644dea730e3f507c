/** A fault to plant: in this file, `find` becomes `put`. The tests of the folder should fail. */
export type Fault = {
  readonly file: string;
  readonly find: string;
  readonly put: string;
};

const ENGINE = "packages/engine/src";
const CONTRACT = "packages/contract/src";
const SERVICE = "apps/service/src";

/** Faults that the tests beside the code should catch, without golden files. */
export const FAULTS: readonly Fault[] = [
  // from a review
  { file: `${ENGINE}/search/state.ts`, find: "Math.max(0.12, 4 / count)", put: "Math.max(1.2, 40 / count)" },
  { file: `${ENGINE}/stages/levels.ts`, find: "CLIPPED = 0.03", put: "CLIPPED = 0.3" },
  { file: `${ENGINE}/director/facts.ts`, find: "CONTOUR = 0.1", put: "CONTOUR = 1" },
  { file: `${ENGINE}/stages/levels.ts`, find: "LEAST_RANGE = 0.02", put: "LEAST_RANGE = 0.2" },
  { file: `${ENGINE}/search/state.ts`, find: "LEAST_INK = 0.04", put: "LEAST_INK = 0.4" },
  { file: `${ENGINE}/search/sweep.ts`, find: "MEAN_WORTH = 0.6", put: "MEAN_WORTH = 6" },
  { file: `${ENGINE}/stages/match.ts`, find: "TWO_COLOR_WORTH = 1", put: "TWO_COLOR_WORTH = 10" },
  { file: `${ENGINE}/director/rubrics.ts`, find: "weight: 0.4, threshold: 0.8", put: "weight: 0.04, threshold: 0.8" },
  { file: `${ENGINE}/search/search.ts`, find: "CONVERGED = 0.003", put: "CONVERGED = 0.03" },
  { file: `${ENGINE}/search/state.ts`, find: "FLICKER = 0.02", put: "FLICKER = 0.2" },
  {
    file: `${SERVICE}/limits/client-limits.ts`,
    find: "runningOf(client) >= atOnce",
    put: "runningOf(client) > atOnce",
  },
  { file: `${SERVICE}/limits/client-limits.ts`, find: "cost - MIN_COST, account", put: "2 * cost, account" },
  { file: `${SERVICE}/limits/client-limits.ts`, find: "SHORT_WAIT_SECONDS = 1", put: "SHORT_WAIT_SECONDS = 10" },
  { file: `${SERVICE}/render/render-cost.ts`, find: "MAX_COST = 8", put: "MAX_COST = 80" },
  { file: `${CONTRACT}/limits.ts`, find: "MAX_FIELDS = 96", put: "MAX_FIELDS = 960" },
  { file: `${SERVICE}/source/fetch-image.ts`, find: "MAX_REDIRECTS = 3", put: "MAX_REDIRECTS = 30" },
  { file: `${SERVICE}/source/uploads.ts`, find: "SLOW_MS = 5000", put: "SLOW_MS = 50_000" },
  { file: `${SERVICE}/source/multipart.ts`, find: "OVERHEAD_BYTES = 128", put: "OVERHEAD_BYTES = 1280" },
  { file: `${SERVICE}/render/render-queue.ts`, find: "OVERLOADED_SHARE = 1 / 4", put: "OVERLOADED_SHARE = 1 / 40" },
  { file: `${SERVICE}/source/body-stream.ts`, find: "MIN_BYTES_PER_SECOND = 1024", put: "MIN_BYTES_PER_SECOND = 102" },
  // search
  { file: `${ENGINE}/search/sweep.ts`, find: "TOO_DARK = 0.6", put: "TOO_DARK = 0.06" },
  { file: `${ENGINE}/search/cell-task.ts`, find: "(0.5 / 255) ** 2", put: "(5 / 255) ** 2" },
  { file: `${ENGINE}/search/cell-task.ts`, find: "TONE = 0.01", put: "TONE = 0.1" },
  { file: `${ENGINE}/search/painted.ts`, find: "PASSED_ON = 0.3", put: "PASSED_ON = 3" },
  { file: `${ENGINE}/search/painted.ts`, find: "FIRM = 1", put: "FIRM = 10" },
  { file: `${ENGINE}/search/letters.ts`, find: "TURN = 0.75", put: "TURN = 7.5" },
  // stages
  { file: `${ENGINE}/stages/structure.ts`, find: "EVEN = 0.0108", put: "EVEN = 0.108" },
  { file: `${ENGINE}/stages/structure.ts`, find: "CLEAR = 0.2", put: "CLEAR = 2" },
  { file: `${ENGINE}/stages/match.ts`, find: "INKED_WORTH = 0.055", put: "INKED_WORTH = 0.55" },
  { file: `${ENGINE}/stages/codebook.ts`, find: "PAIR_INK = 0.5", put: "PAIR_INK = 0.05" },
  { file: `${ENGINE}/stages/color.ts`, find: "NEUTRAL = 0.0005", put: "NEUTRAL = 0.005" },
  { file: `${ENGINE}/stages/detail.ts`, find: "STRENGTH = 4 / 3", put: "STRENGTH = 40 / 3" },
  // director
  { file: `${ENGINE}/director/moves.ts`, find: "denoise: 0.85", put: "denoise: 8.5" },
  { file: `${ENGINE}/director/moves.ts`, find: "sharpen: 0.9, denoise: 0.05", put: "sharpen: 0.05, denoise: 0.9" },
  { file: `${ENGINE}/director/moves.ts`, find: "LEAST_GAIN = 0.001", put: "LEAST_GAIN = 0.01" },
  { file: `${ENGINE}/director/components.ts`, find: "GRACE = 0.01", put: "GRACE = 0.1" },
  { file: `${ENGINE}/director/skin.ts`, find: "LEAST_SKIN = 0.02", put: "LEAST_SKIN = 0.2" },
  // gate, limits and the grammar of addresses
  { file: `${CONTRACT}/parse.ts`, find: "value <= row.max", put: "value < row.max" },
  { file: `${CONTRACT}/address.ts`, find: "DECIMALS = 20", put: "DECIMALS = 2" },
  { file: `${CONTRACT}/address.ts`, find: "(a < b ? -1 : 1)", put: "(a > b ? -1 : 1)" },
];
