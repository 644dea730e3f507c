// Newton's method rather than Math.pow and Math.cbrt, whose last bits may differ between JavaScript engines.
// A fixed number of steps, one more than any value from 0.001 to 1 needs from starting points made of square roots.
const NEWTON_STEPS = 6;

/** The fifth root of a value from 0.001 to 1, relative error below 1e-15. */
export function fifthRoot(value: number): number {
  const eighth = Math.sqrt(Math.sqrt(Math.sqrt(value)));
  let root = eighth * Math.sqrt(eighth);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const square = root * root;
    root = (4 * root + value / (square * square)) / 5;
  }
  return root;
}

/** The cube root of a value from 0.001 to 1, relative error below 1e-15. */
export function cubeRoot(value: number): number {
  const fourth = Math.sqrt(Math.sqrt(value));
  let root = fourth * Math.sqrt(Math.sqrt(fourth));
  for (let step = 0; step < NEWTON_STEPS; step++) root = (2 * root + value / (root * root)) / 3;
  return root;
}
