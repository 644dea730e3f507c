import { CELL_HEIGHT, CELL_WIDTH } from "../cells.ts";
import { FOOT, FOOT_HEIGHT, FOOT_WIDTH } from "./footprints.ts";
import { INNER, INNER_HEIGHT, INNER_OFFSET, INNER_WIDTH } from "./glyph-set.ts";
import { NEAR, NEAR_STEPS } from "./palettes.ts";
import { FREE, LANES, type PairSearch, RING_ACROSS, RING_DOWN, SOFT } from "./two-colors.ts";

// Every operation is rounded to single precision, in the order of the WebAssembly twin (assembly/two-colors.ts). Storing
// in a Float32Array rounds as well.
const { fround } = Math;

/** The two operations of a search for two colors, in TypeScript or WebAssembly. */
export type PairSweeper = {
  /** Adds the light of every cell to the error around it. */
  readonly layPairs: (search: PairSearch) => void;
  /** One pass over the dirty cells in serpentine order, upward or downward. Returns how many got another glyph. */
  readonly sweepPairs: (search: PairSearch, upward: boolean) => number;
};

const layPairs = ({ size, cells, ground, more, error, plane, stride, foot, whole }: PairSearch): void => {
  for (let row = 0, cell = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++, cell++) {
      for (let channel = 0; channel < 3; channel++) {
        const behind = ground[3 * cell + channel]!;
        const light = more[3 * cell + channel]!;
        let at = channel * plane + cornerOf(stride, row, column);
        for (let y = 0, i = 0, f = cells[cell]! * FOOT; y < FOOT_HEIGHT; y++, at += stride - FOOT_WIDTH) {
          for (let x = 0; x < FOOT_WIDTH; x++, i++, f++, at++) {
            error[at] = error[at]! + fround(fround(behind * whole[i]!) + fround(light * foot[f]!));
          }
        }
      }
    }
  }
};

/** First sample of a cell's footprint. */
const cornerOf = (stride: number, row: number, column: number): number =>
  (row + RING_DOWN) * CELL_HEIGHT * stride + (column + RING_ACROSS) * CELL_WIDTH;

const sweepPairs = (search: PairSearch, upward: boolean): number => {
  const { columns, rows } = search.size;
  let changes = 0;
  for (let line = 0; line < rows; line++) {
    const row = upward ? rows - 1 - line : line;
    for (let turn = 0; turn < columns; turn++) {
      const column = line % 2 === 1 ? columns - 1 - turn : turn;
      const cell = row * columns + column;
      if (search.dirty[cell] === 0) continue;
      if (search.fill === 0) bare(search, row, column);
      gather(search, row, column);
      const given = search.held[cell]!;
      const free = given === FREE ? choose(search, cell) : color(search, cell, given);
      const best = search.palette === null ? free : paint(search, cell, given);
      if (best !== search.cells[cell]) changes++;
      place(search, row, column, best);
    }
  }
  return changes;
};

/** Puts a cell on the page's own background. Until it is its turn, it is blank in its mean color. */
const bare = (search: PairSearch, row: number, column: number): void => {
  const cell = row * search.size.columns + column;
  newGround.fill(search.backing);
  newMore.set(search.more.subarray(3 * cell, 3 * cell + 3));
  place(search, row, column, search.cells[cell]!);
};

/** The error on the inner samples of the current cell without its glyph, channel by channel. */
const errors = new Float32Array(3 * INNER);

/** Product of the error with the footprint of the whole cell, and the pull of the background toward what it should carry. */
const pull = new Float32Array(3);

const gather = (
  { size, cells, ground, more, means, fill, backing, error, plane, stride, foot, inside, firm, even }: PairSearch,
  row: number,
  column: number,
): void => {
  const cell = row * size.columns + column;
  const isAlone = even[cell] === 1;
  for (let channel = 0, k = 0; channel < 3; channel++) {
    const light = more[3 * cell + channel]!;
    const off = fround(ground[3 * cell + channel]! - means[3 * cell + channel]!);
    let at = channel * plane + cornerOf(stride, row, column) + INNER_OFFSET * stride + INNER_OFFSET;
    let own = cells[cell]! * FOOT + INNER_OFFSET * FOOT_WIDTH + INNER_OFFSET;
    let sum = 0;
    for (let y = 0, i = 0; y < INNER_HEIGHT; y++, at += stride - INNER_WIDTH, own += FOOT_WIDTH - INNER_WIDTH) {
      for (let x = 0; x < INNER_WIDTH; x++, i++, k++, at++, own++) {
        // a cell that is judged alone sees the error of a page that is even around it
        errors[k] = isAlone ? fround(off * inside[i]!) : error[at]! - fround(light * foot[own]!);
        sum = fround(sum + fround(inside[i]! * errors[k]!));
      }
    }
    const carried = fround(fround(fill * means[3 * cell + channel]!) + backing);
    const missing = fround(carried - ground[3 * cell + channel]!);
    pull[channel] = sum - fround(firm * missing);
  }
};

/** Products of the error with the footprint of every glyph. */
const project = ({ room, inner, products }: PairSearch): void => {
  for (let channel = 0; channel < 3; channel++) {
    for (let glyph = 0; glyph < room; glyph++) {
      let sum = 0;
      for (let k = 0, i = glyph; k < INNER; k++, i += room) {
        sum = fround(sum + fround(inner[i]! * errors[channel * INNER + k]!));
      }
      products[channel * room + glyph] = sum;
    }
  }
};

/** Gives a cell's glyph its best colors. Returns the glyph. */
const color = (search: PairSearch, cell: number, glyph: number): number => {
  const { room, foot, products } = search;
  for (let channel = 0, k = 0; channel < 3; channel++) {
    let sum = 0;
    let at = glyph * FOOT + INNER_OFFSET * FOOT_WIDTH + INNER_OFFSET;
    for (let y = 0; y < INNER_HEIGHT; y++, at += FOOT_WIDTH - INNER_WIDTH) {
      for (let x = 0; x < INNER_WIDTH; x++, k++, at++) sum = fround(sum + fround(foot[at]! * errors[k]!));
    }
    products[channel * room + glyph] = sum;
  }
  errorWith(search, cell, glyph);
  return glyph;
};

/**
 * The glyph with the least error, whose colors are left in `ground` and `more`. First by the colors without limits, which
 * have a closed form; if those of the best are no colors, by the nearest that are.
 */
const choose = (search: PairSearch, cell: number): number => {
  const { count, bounds } = search;
  project(search);
  bound(search, cell);
  const found = leastOf(search, cell);
  const reached = fround(errorWith(search, cell, found) - worthOf(search, cell, found));
  if (reached <= fround(bounds[found]! + fround(SLIP))) return found;
  // four at a time, as in vectors
  for (let first = 0; first < count; first += LANES) {
    const some = bounds.subarray(first, Math.min(count, first + LANES));
    const isHopeful = some.some((least) => least < reached);
    for (let i = 0; i < some.length; i++) some[i] = isHopeful ? errorWith(search, cell, first + i) : Infinity;
  }
  const real = leastOf(search, cell);
  errorWith(search, cell, real);
  return real;
};

/** The first glyph with the least error in `bounds`, from which what glyphs are worth is taken. */
const leastOf = (search: PairSearch, cell: number): number => {
  const { count, bounds } = search;
  let found = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    bounds[glyph] = bounds[glyph]! - worthOf(search, cell, glyph);
    if (bounds[glyph]! < bounds[found]!) found = glyph;
  }
  return found;
};

/** Difference of two errors that is due to rounding. */
const SLIP = 1e-6;

/** The error of each glyph in the best of all colors, real or not. */
const bound = ({ count, room, products, fits, bounds, weights }: PairSearch, cell: number): void => {
  const [ofRed, ofGreen, ofBlue] = [weights[3 * cell]!, weights[3 * cell + 1]!, weights[3 * cell + 2]!];
  const [p, q, r] = [pull[0]!, pull[1]!, pull[2]!];
  const [red, green, blue] = [fround(ofRed * p), fround(ofGreen * q), fround(ofBlue * r)];
  const squares = fround(fround(fround(red * p) + fround(green * q)) + fround(blue * r));
  for (let glyph = 0; glyph < count; glyph++) {
    const [x, y, z] = [products[glyph]!, products[room + glyph]!, products[2 * room + glyph]!];
    const mixed = fround(fround(fround(red * x) + fround(green * y)) + fround(blue * z));
    const own = fround(
      fround(fround(fround(ofRed * x) * x) + fround(fround(ofGreen * y) * y)) + fround(fround(ofBlue * z) * z),
    );
    const cross = fround(fits[room + glyph]! * fround(mixed + mixed));
    bounds[glyph] = -fround(fround(fround(fits[glyph]! * squares) + cross) + fround(fits[2 * room + glyph]! * own));
  }
};

/**
 * What a glyph is worth besides its error: the stroke along a contour; the glyph that the cell has, in a stream; and the
 * blank, so that even areas stay even unless two colors are clearly better.
 */
const worthOf = ({ cells, liked, worth, keep }: PairSearch, cell: number, glyph: number): number => {
  let sum = glyph === 0 ? fround(PLAIN) : 0;
  if (glyph === liked[cell]) sum = fround(sum + worth[cell]!);
  return glyph === cells[cell] ? fround(sum + keep) : sum;
};

const PLAIN = 1e-6;

/** Colors of the current cell in the last glyph of `errorWith`. */
const newGround = new Float32Array(3);
const newMore = new Float32Array(3);

/** The error of a glyph in its best colors. */
const errorWith = (
  { room, products, fits, ground, weights, wholeWhole }: PairSearch,
  cell: number,
  glyph: number,
): number => {
  const [a, b, d] = [fits[glyph]!, fits[room + glyph]!, fits[2 * room + glyph]!];
  const [wg, gg] = [fits[3 * room + glyph]!, fits[4 * room + glyph]!];
  let error = 0;
  for (let channel = 0; channel < 3; channel++) {
    const now = ground[3 * cell + channel]!;
    const c = pull[channel]!;
    const g = products[channel * room + glyph]!;
    let low = fround(now - fround(fround(a * c) + fround(b * g)));
    let more = -fround(fround(b * c) + fround(d * g));
    if (low < 0 || low > 1) {
      low = within(low);
      const best = fround(fround(g + fround(wg * fround(low - now))) / gg);
      more = d === 0 ? 0 : fround(within(fround(low - best)) - low);
    } else if (fround(low + more) < 0 || fround(low + more) > 1) {
      // ink at its limit: page = ground × (whole − glyph) + ink × glyph
      const high = within(fround(low + more));
      const rest = fround(fround(wholeWhole - fround(wg + wg)) + gg);
      const left = fround(fround(c - g) + fround(fround(high - now) * fround(wg - gg)));
      // a background without any share is fixed
      if (a !== 0) low = within(fround(now - fround(left / rest)));
      more = fround(high - low);
    }
    const change = fround(low - now);
    const ofGround = fround(change * fround(fround(change * wholeWhole) + fround(c + c)));
    const ofGlyph = fround(more * fround(fround(more * gg) + fround(g + g)));
    const ofBoth = fround(fround(fround(change + change) * more) * wg);
    error = fround(error + fround(weights[3 * cell + channel]! * fround(fround(ofGround + ofGlyph) + ofBoth)));
    newGround[channel] = low;
    newMore[channel] = more;
  }
  return error;
};

const within = (light: number): number => Math.min(1, Math.max(0, light));

/**
 * Rounds the colors of the current cell to the palette: of those nearest to its background and to its ink, the pair with the
 * least error, and the glyph, unless that is given. Without any share for it, the background is the page's.
 */
const paint = (search: PairSearch, cell: number, given: number): number => {
  const { count, fill, heft, backdrop, room, products, fits, wholeWhole, ground, weights, paints, tries } = search;
  const { light, tone, near } = search.palette!;
  const behind = nearTo(newGround[0]!, newGround[1]!, newGround[2]!);
  const front = nearTo(
    fround(newGround[0]! + newMore[0]!),
    fround(newGround[1]! + newMore[1]!),
    fround(newGround[2]! + newMore[2]!),
  );
  const [first, end] = given === FREE ? [0, count] : [given, given + 1];
  let least = Number.POSITIVE_INFINITY;
  let found = first;
  for (let i = 0; i < (fill === 0 ? 1 : tries); i++) {
    const low = 3 * (fill === 0 ? backdrop : near[behind + i]!);
    for (let j = 0; j < tries; j++) {
      const high = 3 * near[front + j]!;
      let [plain, squares, cross] = [0, 0, 0];
      for (let channel = 0; channel < 3; channel++) {
        const weight = weights[3 * cell + channel]!;
        const change = fround(light[low + channel]! - ground[3 * cell + channel]!);
        const soft = fround(fround(1 - tone[high + channel]!) + tone[low + channel]!);
        const edge = fround(heft * fround(1 + fround(fround(SOFT) * soft)));
        const more = fround(fround(light[high + channel]! - light[low + channel]!) * edge);
        const c = pull[channel]!;
        const own = fround(change * fround(fround(change * wholeWhole) + fround(c + c)));
        plain = fround(plain + fround(weight * own));
        squares = fround(squares + fround(fround(weight * more) * more));
        const twice = fround(fround(weight + weight) * more);
        cross = fround(cross + fround(twice * change));
        slopes[channel] = twice;
        mores[channel] = more;
      }
      for (let glyph = first; glyph < end; glyph++) {
        const [x, y, z] = [products[glyph]!, products[room + glyph]!, products[2 * room + glyph]!];
        const along = fround(fround(fround(slopes[0]! * x) + fround(slopes[1]! * y)) + fround(slopes[2]! * z));
        const both = fround(fround(fits[3 * room + glyph]! * cross) + fround(fits[4 * room + glyph]! * squares));
        const error = fround(fround(fround(plain + both) + along) - worthOf(search, cell, glyph));
        if (error >= least) continue;
        least = error;
        found = glyph;
        paints[cell] = high / 3;
        for (let channel = 0; channel < 3; channel++) {
          newGround[channel] = light[low + channel]!;
          newMore[channel] = mores[channel]!;
        }
      }
    }
  }
  return found;
};

/** What a glyph's ink adds to the background, and how fast the error grows with its light. */
const mores = new Float32Array(3);
const slopes = new Float32Array(3);

/** Where the nearest colors of the palette are listed. */
const nearTo = (red: number, green: number, blue: number): number =>
  NEAR * ((stepOf(red) * NEAR_STEPS + stepOf(green)) * NEAR_STEPS + stepOf(blue));

const stepOf = (light: number): number =>
  Math.min(NEAR_STEPS - 1, fround(fround(Math.sqrt(Math.max(0, light))) * NEAR_STEPS) | 0);

/** Gives the cell its glyph and its colors, and updates the error. */
const place = (
  { size, cells, ground, more, error, plane, stride, foot, whole }: PairSearch,
  row: number,
  column: number,
  best: number,
): void => {
  const cell = row * size.columns + column;
  for (let channel = 0; channel < 3; channel++) {
    const change = fround(newGround[channel]! - ground[3 * cell + channel]!);
    const [light, lightNow] = [more[3 * cell + channel]!, newMore[channel]!];
    let at = channel * plane + cornerOf(stride, row, column);
    for (
      let y = 0, i = 0, old = cells[cell]! * FOOT, now = best * FOOT;
      y < FOOT_HEIGHT;
      y++, at += stride - FOOT_WIDTH
    ) {
      for (let x = 0; x < FOOT_WIDTH; x++, i++, old++, now++, at++) {
        const glyphs = fround(fround(lightNow * foot[now]!) - fround(light * foot[old]!));
        error[at] = error[at]! + fround(fround(change * whole[i]!) + glyphs);
      }
    }
    ground[3 * cell + channel] = newGround[channel]!;
    more[3 * cell + channel] = lightNow;
  }
  cells[cell] = best;
};

/** The reference in TypeScript. */
export const PAIR_SWEEPER: PairSweeper = { layPairs, sweepPairs };
