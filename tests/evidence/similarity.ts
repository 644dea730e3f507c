import { blurred, changed, type Plane } from "./plane.ts";

/** SSIM (Wang et al. 2004) around each sample, and what is left of it to an eye that has adapted to any brightness. */
export type Similarity = { readonly whole: Plane; readonly form: Plane };

/** Window and constants of the paper, for values of 0 to 1; unlike there, the border counts too. */
export const similarityOf = (a: Plane, b: Plane): Similarity => {
  const means = { a: local(a), b: local(b) };
  const squares = { a: local(product(a, a)), b: local(product(b, b)), both: local(product(a, b)) };
  /** The factors of contrast and structure; the smaller the constant, the fainter may be what is compared. */
  const formBy = (constant: number): Plane =>
    changed(a, (_, i) => {
      const [meanA, meanB] = [means.a.data[i]!, means.b.data[i]!];
      const variances = Math.max(0, squares.a.data[i]! - meanA ** 2) + Math.max(0, squares.b.data[i]! - meanB ** 2);
      return (2 * (squares.both.data[i]! - meanA * meanB) + constant) / (variances + constant);
    });
  const whole = changed(formBy(0.03 ** 2), (value, i) => {
    const [meanA, meanB] = [means.a.data[i]!, means.b.data[i]!];
    return (value * (2 * meanA * meanB + 0.01 ** 2)) / (meanA ** 2 + meanB ** 2 + 0.01 ** 2);
  });
  return { whole, form: formBy(0.01 ** 2) };
};

const local = (plane: Plane): Plane => blurred(plane, 1.5);
const product = (a: Plane, b: Plane): Plane => changed(a, (value, i) => value * b.data[i]!);
