import { expect, inject, test } from "vitest";
import { ATLAS, rampOf } from "../packages/engine/src/glyphs/atlas.ts";
import { relativeTones, TONE_BINS } from "../packages/engine/src/glyphs/codebook.ts";
import { smallestCodebook, type Taste } from "../packages/engine/src/glyphs/smallest-codebook.ts";
import { toTone } from "../packages/engine/src/math/srgb.ts";
import { ripplesOf } from "../packages/engine/src/search/glyph-set.ts";
import { noise } from "./support/rasters.ts";

/** Histograms for pools small enough to try every subset, and for all printable ASCII. */
const SMALL = inject("allCases") ? 9_000 : 2_700;
const LARGE = inject("allCases") ? 1_000 : 300;

/** Random rivals of each codebook from the large pool. */
const RIVALS = 200;

type Draw = () => number;

const whole = (draw: Draw, from: number, to: number): number => from + Math.floor(draw() * (to - from + 1));

const bump = (bin: number, middle: number, width: number): number => Math.exp(-(((bin - middle) / width) ** 2));

/** Cell counts by bin; each kind is typical of a kind of image, or adversarial. */
const KINDS: { readonly [kind: string]: (draw: Draw) => (bin: number) => number } = {
  "a photograph": (draw) => {
    const bumps = Array.from(
      { length: whole(draw, 2, 5) },
      () => [255 * draw(), 8 + 50 * draw(), 400 * draw()] as const,
    );
    return (bin) => bumps.reduce((sum, [middle, width, height]) => sum + height * bump(bin, middle, width), 3 * draw());
  },
  "dark-heavy": (draw) => {
    const fall = 2 + 30 * draw();
    return (bin) => 4_000 * Math.exp(-bin / fall) + (draw() < 0.05 ? 9 : 0);
  },
  bimodal: (draw) => {
    const [dark, bright, width] = [90 * draw(), 150 + 105 * draw(), 1 + 20 * draw()];
    return (bin) => 300 * bump(bin, dark, width) + 300 * draw() * bump(bin, bright, width);
  },
  uniform: (draw) => {
    const height = whole(draw, 1, 5_000);
    return () => height;
  },
  sparse: (draw) => {
    const share = 0.005 + 0.1 * draw();
    return () => (draw() < share ? whole(draw, 1, 500) : 0);
  },
  "a single bin": (draw) => {
    const only = whole(draw, 0, 255);
    return (bin) => (bin === only ? whole(draw, 1, 100_000) : 0);
  },
  "nearly all in one bin": (draw) => {
    const crowded = whole(draw, 0, 255);
    return (bin) => (bin === crowded ? 1_000_000 : whole(draw, 0, 2));
  },
  "every so many bins": (draw) => {
    const step = whole(draw, 2, 60);
    return (bin) => (bin % step === 0 ? 100 : 0);
  },
};

const kindOf = (seed: number): string => Object.keys(KINDS)[seed % Object.keys(KINDS).length]!;

const histogramFor = (seed: number, draw: Draw): Uint32Array => {
  const countAt = KINDS[kindOf(seed)]!(draw);
  return Uint32Array.from({ length: TONE_BINS }, (_, bin) => countAt(bin));
};

/** Two to twelve tones, ascending: random, dense in the dark, or with duplicates. */
const smallPool = (draw: Draw): Float64Array => {
  const power = draw() < 0.5 ? 1 : 3;
  const others = Array.from({ length: whole(draw, 1, 11) }, () => draw() ** power);
  if (draw() < 0.2) others[0] = others.at(-1)!;
  const first = draw() < 0.8 ? 0 : 0.05 * draw();
  return Float64Array.from([first, ...others.map((tone) => Math.max(first, tone))]).sort();
};

const DETAILED = relativeTones(rampOf("detailed"), rampOf("detailed"));

/** The taste used in renders. */
const EVENLY_LIT: Taste = {
  burden: Float64Array.from(rampOf("detailed"), (glyph) => ripplesOf(ATLAS)[glyph]! / DETAILED.densest ** 2),
  avoided: new Uint8Array(rampOf("detailed").length),
  seen: (light) => toTone(light * DETAILED.densest) / toTone(DETAILED.densest),
};

/** Any limit of the parameter's range, or exactly the error of some subset: there the smallest slip shows. */
const limitFor = (draw: Draw, table: ErrorTable): number =>
  draw() < 0.7
    ? 0.005 * 20 ** draw()
    : Math.sqrt(errorOf(table, someOf(draw, table.tones, whole(draw, 1, table.tones))) / table.cells);

/** `size` random tones, as indexes. */
const someOf = (draw: Draw, tones: number, size: number): readonly number[] => {
  const chosen = new Set<number>();
  while (chosen.size < size) chosen.add(whole(draw, 0, tones - 1));
  return [...chosen];
};

/** Squared distance from each occupied bin to each tone, times its cells: `width` numbers a tone. */
type ErrorTable = {
  readonly tones: number;
  readonly cells: number;
  readonly width: number;
  readonly errors: Float64Array;
};

const errorTable = (histogram: Uint32Array, tones: Float64Array): ErrorTable => {
  const bins = [...histogram.keys()].filter((bin) => histogram[bin]! > 0);
  const errors = Array.from(tones, (tone) => bins.map((bin) => histogram[bin]! * (bin / (TONE_BINS - 1) - tone) ** 2));
  const cells = histogram.reduce((sum, count) => sum + count, 0);
  return { tones: tones.length, cells, width: bins.length, errors: Float64Array.from(errors.flat()) };
};

/** Summed squared error by definition: each bin takes its best tone. Stops once it exceeds `most`. */
const errorOf = ({ width, errors }: ErrorTable, book: readonly number[], most = Number.POSITIVE_INFINITY): number => {
  let sum = 0;
  for (let bin = 0; bin < width && sum <= most; bin++) {
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < book.length; k++) least = Math.min(least, errors[book[k]! * width + bin]!);
    sum += least;
  }
  return sum;
};

/** Tolerance for the rounding of two ways to sum: a rival must beat the limit by this, a codebook may miss it by this. */
const ROUNDING = 1e-11;

const holds = (table: ErrorTable, book: readonly number[], limit: number, slack: number): boolean => {
  const most = (limit + slack) * (limit + slack) * table.cells;
  return limit + slack >= 0 && errorOf(table, book, most) <= most;
};

/**
 * Whether any subset of this size meets the limit. Another tone never raises the error, so if none of this size does, no
 * smaller one does either.
 */
const anyHolds = (table: ErrorTable, size: number, limit: number): boolean => {
  for (let mask = 0; mask < 2 ** table.tones; mask++) {
    if (bitsIn(mask) === size && holds(table, membersOf(mask, table.tones), limit, -ROUNDING)) return true;
  }
  return false;
};

const bitsIn = (mask: number): number => {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++;
  return bits;
};

const membersOf = (mask: number, tones: number): readonly number[] =>
  Array.from({ length: tones }, (_, tone) => tone).filter((tone) => (mask >> tone) & 1);

/** Rivals one smaller than the codebook: random ones, and the codebook with one tone removed and the rest nudged. */
const anyRivalHolds = (draw: Draw, table: ErrorTable, book: readonly number[], limit: number): boolean => {
  for (let turn = 0; turn < RIVALS; turn++) {
    const rival = turn % 2 === 0 ? someOf(draw, table.tones, book.length - 1) : nudged(draw, table.tones, book);
    if (holds(table, rival, limit, -ROUNDING)) return true;
  }
  return false;
};

const nudged = (draw: Draw, tones: number, book: readonly number[]): readonly number[] => {
  const out = whole(draw, 0, book.length - 1);
  const reach = whole(draw, 0, 3);
  const nudge = (tone: number) => Math.min(tones - 1, Math.max(0, tone + whole(draw, -reach, reach)));
  return book.flatMap((tone, k) => (k === out ? [] : [nudge(tone)]));
};

/** Lists faults of the codebook for these tones, for a pool of any size. */
const faultsOf = (
  { histogram, tones, limit, wider, taste }: Problem,
  table: ErrorTable,
  book: readonly number[],
): readonly string[] => {
  const tasteful = smallestCodebook(histogram, tones, limit, taste);
  const allowed = (one: readonly number[]) => one.length === tones.length || holds(table, one, limit, ROUNDING);
  return [
    ...(book.every((tone, k) => k === 0 || tone > book[k - 1]!) ? [] : ["is not a rising subset"]),
    ...(allowed(book) ? [] : ["misses the limit"]),
    ...(smallestCodebook(histogram, tones, wider).length <= book.length ? [] : ["grows with the limit"]),
    ...(tasteful.length === book.length ? [] : ["has another size with taste"]),
    ...(allowed(tasteful) ? [] : ["misses the limit with taste"]),
  ];
};

type Problem = {
  readonly histogram: Uint32Array;
  readonly tones: Float64Array;
  readonly limit: number;
  readonly wider: number;
  readonly taste: Taste;
};

const judgeAll = (
  seeds: readonly number[],
  judge: (seed: number) => { readonly size: number; readonly faults: readonly string[] },
) => {
  const judged = seeds.map((seed) => ({ seed, ...judge(seed) }));
  return {
    faults: judged.flatMap(({ seed, faults }) => faults.map((fault) => `${seed}, ${kindOf(seed)}: ${fault}`)),
    sizes: [...new Set(judged.map(({ size }) => size))].sort((a, b) => a - b),
  };
};

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => first + i);

test("covers equally many histograms of each kind", () => {
  const kinds = Object.groupBy([...seedsFrom(0, SMALL), ...seedsFrom(SMALL, LARGE)], kindOf);
  expect(Object.values(kinds).map((seeds) => seeds?.length)).toEqual(Array(8).fill((SMALL + LARGE) / 8));
});

test("no subset beats the codebook for pools of at most twelve tones, with taste or without", () => {
  const { faults, sizes } = judgeAll(seedsFrom(0, SMALL), (seed) => {
    const draw = noise(seed);
    const histogram = histogramFor(seed, draw);
    const tones = smallPool(draw);
    const table = errorTable(histogram, tones);
    const limit = limitFor(draw, table);
    const taste = {
      burden: tones.map(() => draw()),
      avoided: Uint8Array.from(tones, () => (draw() < 0.3 ? 1 : 0)),
      seen: Math.sqrt,
    };
    const book = smallestCodebook(histogram, tones, limit);
    const beaten = book.length > 1 && anyHolds(table, book.length - 1, limit);
    const problem = { histogram, tones, limit, wider: limit * (1 + draw()), taste };
    return { size: book.length, faults: [...(beaten ? ["is beaten"] : []), ...faultsOf(problem, table, book)] };
  });
  expect(faults).toEqual([]);
  expect(sizes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test("no random rival beats the codebook for printable ASCII, with taste or without", () => {
  const { tones } = DETAILED;
  const { faults, sizes } = judgeAll(seedsFrom(SMALL, LARGE), (seed) => {
    const draw = noise(seed);
    const histogram = histogramFor(seed, draw);
    const table = errorTable(histogram, tones);
    const limit = limitFor(draw, table);
    const book = smallestCodebook(histogram, tones, limit);
    const beaten = book.length > 1 && anyRivalHolds(draw, table, book, limit);
    const problem = { histogram, tones, limit, wider: limit * (1 + draw()), taste: EVENLY_LIT };
    return { size: book.length, faults: [...(beaten ? ["is beaten"] : []), ...faultsOf(problem, table, book)] };
  });
  expect(faults).toEqual([]);
  expect(sizes).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
});
