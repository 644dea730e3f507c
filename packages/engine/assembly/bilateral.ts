// Twin of `bilateral` in ../src/stages/denoise.ts. Processes four neighboring samples at a time, on a plane whose border is
// repeated `BORDER` times on each side, so that no load needs a bounds check.
const RADIUS: i32 = 2;
const STRIDE: i32 = 2;
const BORDER: i32 = RADIUS * STRIDE;

/**
 * `near` holds the weights of the 21 neighbors, row by row. `padded` has `BORDER` samples around it; `width` is a multiple
 * of 4.
 */
export function bilateral(padded: i32, out: i32, width: i32, height: i32, near: i32, sharpness: f32): void {
  const step = (width + 2 * BORDER) << 2;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const sharp = f32x4.splat(sharpness);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 4) {
      const own = v128.load(padded + (y + BORDER) * step + ((x + BORDER) << 2));
      let sum = zero;
      let weights = zero;
      for (let dy = -RADIUS, n = near; dy <= RADIUS; dy++) {
        const reach = min(RADIUS, RADIUS + 1 - abs(dy));
        let at = padded + (y + BORDER + dy * STRIDE) * step + ((x + BORDER - reach * STRIDE) << 2);
        for (let dx = -reach; dx <= reach; dx++, at += STRIDE << 2, n += 4) {
          const value = v128.load(at);
          const difference = f32x4.sub(value, own);
          const likeness = f32x4.pmax(zero, f32x4.sub(one, f32x4.mul(f32x4.mul(difference, difference), sharp)));
          const weight = f32x4.mul(v128.load32_splat(n), f32x4.mul(likeness, likeness));
          sum = f32x4.add(sum, f32x4.mul(weight, value));
          weights = f32x4.add(weights, weight);
        }
      }
      v128.store(out + ((y * width + x) << 2), f32x4.div(sum, weights));
    }
  }
}
