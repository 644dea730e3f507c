/**
 * e to the x, relative error below 1e-14; 0 under −746 and Infinity over 709.
 * `Math.exp` may differ in its last bits between JavaScript engines (ECMA-262 leaves it implementation-approximated);
 * this one uses only operations that IEEE 754 rounds exactly, so a render has the same bytes everywhere.
 */
export function exp(x: number): number {
  if (x < -746) return 0;
  if (x > 709) return Infinity;
  const doublings = Math.round(x / Math.LN2);
  const rest = x - doublings * LN2_HIGH - doublings * LN2_LOW;
  return timesTwoTo(taylor(rest), doublings);
}

/** ln 2 in two parts, the first short enough that its product with any exponent is exact (Cody and Waite, 1980). */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** At |x| ≤ ln 2 / 2 the first omitted term, x¹⁵/15!, is under 1e-19. */
const TAYLOR_DEGREE = 14;

function taylor(x: number): number {
  let sum = 1;
  for (let n = TAYLOR_DEGREE; n > 0; n--) sum = 1 + (sum * x) / n;
  return sum;
}

/** Multiplies by a power of two; the smallest factors come first, so at most the last one rounds. */
function timesTwoTo(value: number, exponent: number): number {
  let product = value;
  let factor = exponent < 0 ? 0.5 : 2;
  for (let left = Math.abs(exponent); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) product *= factor;
    factor *= factor;
  }
  return product;
}
