// Twin of `blur` in ../src/math/gaussian.ts. Processes four neighboring samples at a time, on a plane whose border is
// repeated `radius` times.

/**
 * `taps` holds radius + 1 weights, the center first. `padded` is (width + 2 radius) × (height + 2 radius), `rows` has
 * space for width × (height + 2 radius), `out` for width × height; `width` is a multiple of 4.
 */
export function blur(padded: i32, rows: i32, out: i32, width: i32, height: i32, taps: i32, radius: i32): void {
  const stride = (width + 2 * radius) << 2;
  const line = width << 2;
  for (let y = 0; y < height + 2 * radius; y++) {
    for (let x = 0; x < width; x += 4) {
      const at = padded + y * stride + ((x + radius) << 2);
      let sum = f32x4.mul(v128.load32_splat(taps), v128.load(at));
      for (let k = 1; k <= radius; k++) {
        const pair = f32x4.add(v128.load(at - (k << 2)), v128.load(at + (k << 2)));
        sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(taps + (k << 2)), pair));
      }
      v128.store(rows + y * line + (x << 2), sum);
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 4) {
      const at = rows + (y + radius) * line + (x << 2);
      let sum = f32x4.mul(v128.load32_splat(taps), v128.load(at));
      for (let k = 1; k <= radius; k++) {
        const pair = f32x4.add(v128.load(at - k * line), v128.load(at + k * line));
        sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(taps + (k << 2)), pair));
      }
      v128.store(out + y * line + (x << 2), sum);
    }
  }
}
