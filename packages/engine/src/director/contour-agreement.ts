import type { Plane } from "../plane.ts";

/**
 * Cosine between the gradients of two planes of one size, over all samples but the border's: 1 where all contours run
 * alike, 0 where they have nothing in common. Central differences; slopes of about one level of 255 count as none, so that
 * two flat planes agree. The second plane is taken `gain` times.
 */
export const contourAgreement = (a: Plane, b: Plane, gain: number): number => {
  const { width, height } = a;
  const [one, two] = [a.data, b.data];
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const ax = one[i + 1]! - one[i - 1]!;
      const ay = one[i + width]! - one[i - width]!;
      const bx = two[i + 1]! - two[i - 1]!;
      const by = two[i + width]! - two[i - width]!;
      dot += ax * bx + ay * by;
      squaresA += ax * ax + ay * ay;
      squaresB += bx * bx + by * by;
    }
  }
  const faint = width * height * FAINT * FAINT;
  return Math.max(0, (gain * dot + faint) / Math.sqrt((squaresA + faint) * (gain * gain * squaresB + faint)));
};

const FAINT = 0.008;
