import { DEFAULT_PARAMS, rowsFor } from "@lumiglyph/contract";
import { sizeToRead } from "../../packages/decode/src/node.ts";
import { grid } from "../../packages/engine/src/stages/grid.ts";
import { type FitError, fitError } from "./fit-error.ts";
import { nonNegativeLeastSquares } from "./least-squares.ts";
import type { CostSample, Work } from "./measured.ts";

/** What a render's time on a core is made of: so many milliseconds for each of something, and what that is called in short. */
type Term = { readonly each: string; readonly called: string; readonly of: (work: Work) => number };

const megapixels = ({ width, height }: Work): number => (width * height) / 1e6;

/** Whether a picture is decoded at its own size: a JPEG much larger than its page is not. */
const isReadWhole = ({ input, width, height, columns }: Work): boolean =>
  sizeToRead({ format: input, width, height, srgb: true, deep: false }, columns).width === width;

/** Whether cells get colors, for which every pixel is looked at that was read. */
const isColored = ({ color, format }: Work): boolean => grid.wanted({ ...DEFAULT_PARAMS, color, format });

const kilocells = ({ columns, width, height }: Work): number => (columns * rowsFor(columns, width, height)) / 1000;

const where = (is: (work: Work) => boolean, of: (work: Work) => number) => (work: Work) => (is(work) ? of(work) : 0);

const TERMS: readonly Term[] = [
  { each: "render", called: "any render at all", of: () => 1 },
  {
    each: "megapixel of a JPEG that has four times the samples of its page in both directions, or more",
    called: "decoding",
    of: where((work) => work.input === "jpeg" && !isReadWhole(work), megapixels),
  },
  {
    each: "megapixel of any other JPEG",
    called: "decoding",
    of: where((work) => work.input === "jpeg" && isReadWhole(work), megapixels),
  },
  { each: "megapixel of a PNG", called: "decoding", of: where(({ input }) => input === "png", megapixels) },
  { each: "megapixel of a WebP", called: "decoding", of: where(({ input }) => input === "webp", megapixels) },
  {
    each: "megapixel read whole, for colors",
    called: "colors",
    of: where((work) => isReadWhole(work) && isColored(work), megapixels),
  },
  { each: "megabyte of the picture's file", called: "the file's bytes", of: ({ sentBytes }) => sentBytes / 1e6 },
  { each: "thousand cells", called: "drawing", of: kilocells },
  {
    each: "render that the Director works on",
    called: "the Director's tries",
    of: where(
      ({ director }) => director,
      () => 1,
    ),
  },
  {
    each: "thousand cells that the Director works on",
    called: "the Director's tries",
    of: where(({ director }) => director, kilocells),
  },
  { each: "kilobyte of output", called: "writing the output", of: ({ bodyBytes }) => bodyBytes / 1000 },
];

/** Costs as they were fitted. */
export type CostModel = {
  readonly terms: readonly { readonly each: string; readonly ms: number }[];
  /** Milliseconds of a render by what they are for. */
  readonly termsOf: (work: Work) => readonly { readonly called: string; readonly ms: number }[];
  /** Milliseconds that a render has a core, its service's share included, where nothing else is under way. */
  readonly msOf: (work: Work) => number;
  /** By samples that the fit has not seen. */
  readonly error: FitError;
};

/** Milliseconds of a core as samples have it. */
export const measuredMs = ({ workerMs, serviceMs }: CostSample): number => workerMs + serviceMs;

/** The fit of least squared relative errors: a small render that is off by a tenth counts as a large one does. */
export const fitCosts = (samples: readonly CostSample[]): CostModel => {
  const seen = samples.filter(({ heldOut }) => !heldOut);
  const rows = seen.map((sample) => TERMS.map(({ of }) => of(sample) / measuredMs(sample)));
  const weights = nonNegativeLeastSquares(
    rows,
    seen.map(() => 1),
  );
  const termsOf: CostModel["termsOf"] = (work) =>
    TERMS.map(({ called, of }, at) => ({ called, ms: weights[at]! * of(work) }));
  const msOf = (work: Work): number => termsOf(work).reduce((sum, { ms }) => sum + ms, 0);
  const unseen = samples.filter(({ heldOut }) => heldOut);
  const error = fitError(unseen.map((sample) => ({ predicted: msOf(sample), measured: measuredMs(sample) })));
  return { terms: TERMS.map(({ each }, at) => ({ each, ms: weights[at]! })), termsOf, msOf, error };
};
