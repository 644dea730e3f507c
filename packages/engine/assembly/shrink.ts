// Twin of ../src/shrink.ts: the same operations in the same order, in double precision where the twin uses it, so both give
// the same bits.

/** Whether every pixel's alpha is 255. */
export function isOpaque(rgba: i32, pixels: i32): bool {
  let all = i32x4.splat(-1);
  const whole = pixels & ~3;
  for (let i = 0; i < whole; i += 4) all = v128.and(all, v128.load(rgba + (i << 2)));
  for (let i = whole; i < pixels; i++) all = v128.and(all, i32x4.splat(load<i32>(rgba + (i << 2))));
  return i32x4.all_true(v128.eq<i32>(v128.and(all, i32x4.splat(0xff000000)), i32x4.splat(0xff000000)));
}

/** Linear-light luminance of opaque pixels. `weights` holds the light of each byte of red, then of green, then of blue. */
export function luminance(rgba: i32, pixels: i32, weights: i32, out: i32): void {
  const green = weights + 256 * 8;
  const blue = weights + 512 * 8;
  for (let i = 0; i < pixels; i++, rgba += 4, out += 4) {
    const light =
      load<f64>(weights + (<i32>load<u8>(rgba) << 3)) +
      load<f64>(green + (<i32>load<u8>(rgba, 1) << 3)) +
      load<f64>(blue + (<i32>load<u8>(rgba, 2) << 3));
    store<f32>(out, <f32>light);
  }
}

/** Means of 2 × 2 samples. Width and height must be even. */
export function halve(from: i32, width: i32, height: i32, out: i32): void {
  const step = width << 2;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0, at = from + y * step; x < width; x += 2, at += 8, out += 4) {
      const sum = <f64>load<f32>(at) + <f64>load<f32>(at, 4) + <f64>load<f32>(at + step) + <f64>load<f32>(at + step, 4);
      store<f32>(out, <f32>(sum / 4));
    }
  }
}

// A span is 32 bytes: first and last as i32, then head, tail and scale as f64.
const SPAN: i32 = 32;

/** Resamples each row to `target` samples. */
export function narrow(from: i32, width: i32, height: i32, spans: i32, target: i32, out: i32): void {
  for (let y = 0; y < height; y++, from += width << 2) {
    for (let x = 0, s = spans; x < target; x++, s += SPAN, out += 4) {
      const first = load<i32>(s);
      const last = load<i32>(s, 4);
      let sum = load<f64>(s, 8) * <f64>load<f32>(from + (first << 2));
      for (let i = first + 1; i < last; i++) sum += <f64>load<f32>(from + (i << 2));
      store<f32>(out, <f32>((sum + load<f64>(s, 16) * <f64>load<f32>(from + (last << 2))) * load<f64>(s, 24)));
    }
  }
}

/** Resamples to `target` rows, two samples at a time. `width` must be even. */
export function flatten(from: i32, width: i32, spans: i32, target: i32, out: i32): void {
  const step = width << 2;
  for (let y = 0, s = spans; y < target; y++, s += SPAN) {
    const first = load<i32>(s);
    const last = load<i32>(s, 4);
    const scale = load<f64>(s, 24);
    const head = f64x2.splat(load<f64>(s, 8) * scale);
    const tail = f64x2.splat(load<f64>(s, 16) * scale);
    const middle = f64x2.splat(scale);
    for (let x = 0; x < step; x += 8, out += 8) {
      let at = from + first * step + x;
      let sum = f64x2.mul(head, f64x2.promote_low_f32x4(v128.load64_zero(at)));
      for (let i = first + 1; i < last; i++) {
        at += step;
        sum = f64x2.add(sum, f64x2.mul(middle, f64x2.promote_low_f32x4(v128.load64_zero(at))));
      }
      if (last > first) sum = f64x2.add(sum, f64x2.mul(tail, f64x2.promote_low_f32x4(v128.load64_zero(at + step))));
      v128.store64_lane(out, f32x4.demote_f64x2_zero(sum), 0);
    }
  }
}

/** Mean linear color of each cell of opaque pixels. `lights` holds the linear light of each byte. */
export function means(rgba: i32, width: i32, across: i32, columns: i32, down: i32, rows: i32, lights: i32, out: i32): void {
  for (let row = 0, d = down; row < rows; row++, d += SPAN) {
    const top = load<i32>(d);
    const bottom = load<i32>(d, 4);
    for (let column = 0, a = across; column < columns; column++, a += SPAN, out += 24) {
      const left = load<i32>(a);
      const right = load<i32>(a, 4);
      const head = load<f64>(a, 8);
      const tail = load<f64>(a, 16);
      let red: f64 = 0;
      let green: f64 = 0;
      let blue: f64 = 0;
      for (let y = top; y <= bottom; y++) {
        let at = rgba + ((y * width + left) << 2);
        const last = at + ((right - left) << 2);
        let r = head * light(lights, at);
        let g = head * light(lights, at + 1);
        let b = head * light(lights, at + 2);
        for (at += 4; at < last; at += 4) {
          r += light(lights, at);
          g += light(lights, at + 1);
          b += light(lights, at + 2);
        }
        if (right > left) {
          r += tail * light(lights, last);
          g += tail * light(lights, last + 1);
          b += tail * light(lights, last + 2);
        }
        const weight: f64 = y == top ? load<f64>(d, 8) : y == bottom ? load<f64>(d, 16) : 1;
        red += weight * r;
        green += weight * g;
        blue += weight * b;
      }
      const scale = load<f64>(a, 24) * load<f64>(d, 24);
      store<f64>(out, red * scale);
      store<f64>(out, green * scale, 8);
      store<f64>(out, blue * scale, 16);
    }
  }
}

/** Linear light of the byte at this address. */
@inline function light(lights: i32, at: i32): f64 { return load<f64>(lights + (<i32>load<u8>(at) << 3)); }
