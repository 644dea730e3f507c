// Twin of `paint` in ../src/search/two-colors-sweep.ts.
import { backdrop, boundsAt, cellsAt, count, fill, fitsAt, groundAt, heft, lightAt, likedAt, moresAt, nearAt, newGroundAt, newMoreAt, paintsAt, productsAt, pullAt, room, slopesAt, toneAt, tries, weightsAt, wholeWhole, worthOf } from "./two-colors-fields";

const FREE: i32 = 255;
/** `SOFT` in ../src/search/two-colors.ts. */
const SOFT: f32 = 0.4;
/** Those of ../src/search/palettes.ts. */
const NEAR: i32 = 8;
const NEAR_STEPS: i32 = 16;

@inline function stepOf(light: f32): i32 { return min(NEAR_STEPS - 1, <i32>(sqrt(max<f32>(0, light)) * <f32>NEAR_STEPS)); }

@inline function nearTo(red: f32, green: f32, blue: f32): i32 {
  return NEAR * ((stepOf(red) * NEAR_STEPS + stepOf(green)) * NEAR_STEPS + stepOf(blue));
}

/** Rounds the colors of a cell to the palette. */
export function paint(s: i32, cell: i32, given: i32): i32 {
  const wide = room(s);
  const ww = wholeWhole(s);
  const r = load<f32>(newGroundAt(s));
  const g = load<f32>(newGroundAt(s), 4);
  const b = load<f32>(newGroundAt(s), 8);
  const behind = nearAt(s) + nearTo(r, g, b);
  const front = nearAt(s) + nearTo(r + load<f32>(newMoreAt(s)), g + load<f32>(newMoreAt(s), 4), b + load<f32>(newMoreAt(s), 8));
  const glyphs = count(s);
  const colors = tries(s);
  // read once: in the loops, stores could change them for all that the compiler knows
  const products = productsAt(s);
  const fits = fitsAt(s) + 3 * wide;
  const bounds = boundsAt(s);
  const now = <i32>load<u8>(cellsAt(s) + cell);
  const liked = <i32>load<u8>(likedAt(s) + cell);
  // more than any glyph is worth, by enough that rounding cannot matter
  const most = <f32>4 * (worthOf(s, cell, 0) + worthOf(s, cell, now) + (liked < glyphs ? worthOf(s, cell, liked) : 0));
  let least: f32 = Infinity;
  let found = given == FREE ? 0 : given;
  const grounds = fill(s) == 0 ? 1 : colors;
  for (let i = 0; i < grounds; i++) {
    const low = fill(s) == 0 ? 12 * backdrop(s) : 12 * <i32>load<u8>(behind + i);
    for (let j = 0; j < colors; j++) {
      const high = 12 * <i32>load<u8>(front + j);
      let plain: f32 = 0;
      let squares: f32 = 0;
      let cross: f32 = 0;
      for (let channel = 0; channel < 12; channel += 4) {
        const weight = load<f32>(weightsAt(s) + 12 * cell + channel);
        const from = load<f32>(lightAt(s) + low + channel);
        const change = from - load<f32>(groundAt(s) + 12 * cell + channel);
        const soft = <f32>1 - load<f32>(toneAt(s) + high + channel) + load<f32>(toneAt(s) + low + channel);
        const edge: f32 = heft(s) * (<f32>1 + SOFT * soft);
        const more = (load<f32>(lightAt(s) + high + channel) - from) * edge;
        const c = load<f32>(pullAt(s) + channel);
        plain += weight * (change * (change * ww + (c + c)));
        squares += weight * more * more;
        const twice = (weight + weight) * more;
        cross += twice * change;
        store<f32>(slopesAt(s) + channel, twice);
        store<f32>(moresAt(s) + channel, more);
      }
      const red = v128.load32_splat(slopesAt(s));
      const green = v128.load32_splat(slopesAt(s), 4);
      const blue = v128.load32_splat(slopesAt(s), 8);
      const spread = f32x4.splat(plain);
      const crossing = f32x4.splat(cross);
      const square = f32x4.splat(squares);
      const first = given == FREE ? 0 : given & ~3;
      const end = products + (given == FREE ? wide : (first + 4) << 2);
      let all = f32x4.splat(Infinity);
      for (let at = products + (first << 2), fit = fits + (first << 2), to = bounds + (first << 2); at < end; at += 16, fit += 16, to += 16) {
        const along = f32x4.add(f32x4.add(f32x4.mul(red, v128.load(at)), f32x4.mul(green, v128.load(at + wide))), f32x4.mul(blue, v128.load(at + 2 * wide)));
        const both = f32x4.add(f32x4.mul(v128.load(fit), crossing), f32x4.mul(v128.load(fit + wide), square));
        const errors = f32x4.add(f32x4.add(spread, both), along);
        all = f32x4.pmin(all, errors);
        v128.store(to, errors);
      }
      // most pairs of colors have no better glyph: then they are not compared one by one
      if (!v128.any_true(f32x4.lt(all, f32x4.splat(least + most)))) continue;
      for (let glyph = given == FREE ? 0 : given; glyph < glyphs; glyph++) {
        let error = load<f32>(bounds + (glyph << 2));
        if (glyph == 0 || glyph == now || glyph == liked) error -= worthOf(s, cell, glyph);
        if (error < least) {
          least = error;
          found = glyph;
          store<u8>(paintsAt(s) + cell, <u8>(high / 12));
          for (let channel = 0; channel < 12; channel += 4) {
            store<f32>(newGroundAt(s) + channel, load<f32>(lightAt(s) + low + channel));
            store<f32>(newMoreAt(s) + channel, load<f32>(moresAt(s) + channel));
          }
        }
        if (given != FREE) break;
      }
    }
  }
  return found;
}
