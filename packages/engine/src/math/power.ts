/**
 * `base` to the `exponent` for base ≥ 0, with the same bits in every JavaScript engine, which `Math.pow` does not
 * guarantee. Relative error below 1e-12 for exponents from 0.2 to 5; exact for exponent 1 and for bases 0 and 1.
 */
export function power(base: number, exponent: number): number {
  if (exponent === 1 || base === 0 || base === Infinity) return base;
  return exp(exponent * naturalLog(base));
}

/** Natural logarithm of x > 0, with the same bits in every JavaScript engine. */
export function naturalLog(x: number): number {
  let mantissa = x;
  let doublings = 0;
  for (; mantissa > Math.SQRT2; doublings++) mantissa /= 2;
  for (; mantissa < Math.SQRT1_2; doublings--) mantissa *= 2;
  return doublings * Math.LN2 + logNearOne(mantissa);
}

/** At s ≤ 0.1716 (mantissa within √½ … √2) the first omitted term, s²⁵/25, is under 1e-20. */
const LAST_ODD_TERM = 23;

/** ln m = 2 artanh s with s = (m − 1) / (m + 1), summed as 2 (s + s³/3 + s⁵/5 + …) from the smallest term up. */
function logNearOne(mantissa: number): number {
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let sum = 0;
  for (let odd = LAST_ODD_TERM; odd > 0; odd -= 2) sum = sum * square + 1 / odd;
  return 2 * s * sum;
}

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
