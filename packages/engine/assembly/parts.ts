// Twin of ../src/stages/part-loops.ts: the same operations in the same order, in double precision.

/** Linear light of the byte at this address. */
@inline function light(lights: i32, at: i32): f64 { return load<f64>(lights + (<i32>load<u8>(at) << 3)); }

/** Adds up the light of a row of pixels in the columns of the parts. `across` holds spans as assembly/shrink.ts has them. */
export function readRow(rgba: i32, across: i32, columns: i32, lights: i32, out: i32): void {
  for (const end = across + (columns << 5); across < end; across += 32, out += 24) {
    let at = rgba + (load<i32>(across) << 2);
    const last = rgba + (load<i32>(across, 4) << 2);
    const head = load<f64>(across, 8);
    const tail = load<f64>(across, 16);
    let red = head * light(lights, at);
    let green = head * light(lights, at + 1);
    let blue = head * light(lights, at + 2);
    const isWide = last > at;
    for (at += 4; at < last; at += 4) {
      red += light(lights, at);
      green += light(lights, at + 1);
      blue += light(lights, at + 2);
    }
    if (isWide) {
      red += tail * light(lights, last);
      green += tail * light(lights, last + 1);
      blue += tail * light(lights, last + 2);
    }
    store<f64>(out, red);
    store<f64>(out, green, 8);
    store<f64>(out, blue, 16);
  }
}

/** Adds a row of light to the sums, two numbers at a time. */
export function addRow(row: i32, columns: i32, weight: f64, sums: i32): void {
  const factor = f64x2.splat(weight);
  for (const end = row + columns * 24; row < end; row += 16, sums += 16)
    v128.store(sums, f64x2.add(v128.load(sums), f64x2.mul(factor, v128.load(row))));
}

/** `byteOfLight` of ../src/math/srgb.ts for light that is not negative: no bucket has more than one limit. */
@inline function byteOf(value: f64, buckets: i32, limits: i32): i32 {
  const byte = <i32>load<u8>(buckets + min(4095, <i32>(value * 4096)));
  return byte + i32(value >= load<f64>(limits + (byte << 3)));
}

/** Writes a row of opaque parts from the sums, and clears them. */
export function writeRow(sums: i32, across: i32, columns: i32, scale: f64, buckets: i32, limits: i32, out: i32): void {
  for (let i = 0; i < columns; i++, out += 4) {
    const share = load<f64>(across + (i << 5), 24) * scale;
    for (let channel = 0; channel < 3; channel++, sums += 8) {
      store<u8>(out + channel, byteOf(load<f64>(sums) * share, buckets, limits));
      store<f64>(sums, 0);
    }
    store<u8>(out, 255, 3);
  }
}

/** Steps of `toTone` in ../src/math/srgb.ts; `fromTone` has half as many. */
const STEPS: f64 = 8192;
const BLACK: f64 = 1e-5;

@inline function between(table: i32, position: f64): f64 {
  const step = <i32>position;
  const low = load<f64>(table + (step << 3));
  return low + (load<f64>(table + (step << 3), 8) - low) * (position - <f64>step);
}

@inline function toTone(value: f64, tones: i32): f32 {
  return value > 0 ? (value >= 1 ? 1 : <f32>between(tones, value * STEPS)) : 0;
}

@inline function luminance(red: f64, green: f64, blue: f64): f64 { return 0.2126 * red + 0.7152 * green + 0.0722 * blue; }

/** Tones of the parts on black. */
export function partTones(rgba: i32, count: i32, lights: i32, tones: i32, out: i32): void {
  for (const end = rgba + (count << 2); rgba < end; rgba += 4, out += 4) {
    const own = luminance(light(lights, rgba), light(lights, rgba + 1), light(lights, rgba + 2));
    store<f32>(out, toTone(own * (<f64>load<u8>(rgba, 3) / 255), tones));
  }
}

/** The colors of parts in these tones, three planes. */
export function partColors(
  rgba: i32, toned: i32, count: i32, isPaper: i32, saturation: f64,
  lights: i32, tones: i32, lightOfTones: i32, reds: i32, greens: i32, blues: i32,
): void {
  for (let i = 0; i < count << 2; i += 4, rgba += 4) {
    const alpha = <f64>load<u8>(rgba, 3) / 255;
    const paper: f64 = isPaper ? 1 - alpha : 0;
    const red = alpha * light(lights, rgba) + paper;
    const green = alpha * light(lights, rgba + 1) + paper;
    const blue = alpha * light(lights, rgba + 2) + paper;
    const own = luminance(red, green, blue);
    const tone = <f64>load<f32>(toned + i);
    const shown = tone < 0 ? 0 : tone > 1 ? 1 : tone;
    const gain = between(lightOfTones, (isPaper ? 1 - shown : shown) * (STEPS / 2)) / (own + BLACK);
    store<f32>(reds + i, toTone(gain * (own + BLACK + (red - own) * saturation), tones));
    store<f32>(greens + i, toTone(gain * (own + BLACK + (green - own) * saturation), tones));
    store<f32>(blues + i, toTone(gain * (own + BLACK + (blue - own) * saturation), tones));
  }
}

@inline function drift(believed: i32, rgba: i32): v128 {
  const bytes = i16x8.extend_low_i8x16_u(v128.load32_zero(rgba));
  return i32x4.sub(i32x4.shl(i32x4.extend_low_i16x8_u(bytes), 7), i32x4.extend_low_i16x8_u(v128.load64_zero(believed)));
}

/** Blends parts into the believed ones, in 128ths of a byte, by a share for each cell. */
export function blendParts(believed: i32, rgba: i32, columns: i32, rows: i32, shares: i32, noise: i32, out: i32): void {
  const step = columns << 4;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, shares += 4) {
      const corner = row * 8 * step + (column << 4);
      let sum = i32x4.splat(0);
      for (let y = 0, line = corner; y < 8; y++, line += step)
        for (let at = line; at < line + 16; at += 4) sum = i32x4.add(sum, drift(believed + (at << 1), rgba + at));
      const isOther = v128.any_true(i32x4.gt_s(i32x4.abs(sum), i32x4.splat(noise)));
      const share = i32x4.splat(isOther ? 32768 : load<i32>(shares));
      for (let y = 0, line = corner; y < 8; y++, line += step) {
        for (let at = line; at < line + 16; at += 4) {
          const place = believed + (at << 1);
          const change = i32x4.shr_s(i32x4.add(i32x4.mul(share, drift(place, rgba + at)), i32x4.splat(1 << 14)), 15);
          const now = i32x4.add(i32x4.extend_low_i16x8_u(v128.load64_zero(place)), change);
          const words = i16x8.narrow_i32x4_u(now, now);
          v128.store64_lane(place, words, 0);
          const bytes = i16x8.shr_u(i16x8.add(words, i16x8.splat(64)), 7);
          v128.store32_lane(out + at, i8x16.narrow_i16x8_u(bytes, bytes), 0);
        }
      }
    }
  }
}
