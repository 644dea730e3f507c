// Twin of ../src/search/fit-cell.ts: the same operations in the same order, in double precision.
const PARTS: i32 = 32;
const COVER: i32 = PARTS << 3;
// Places of a room, as in ../src/search/cell-room.ts. The memory starts with it.
const ALONG: i32 = 3 * COVER;
const MEAN: i32 = 4 * COVER;
const LOW: i32 = MEAN + 24;
const HIGH: i32 = MEAN + 48;
const LIGHT: i32 = MEAN + 72;
const INK: i32 = MEAN + 96;
const GROUND: i32 = MEAN + 120;
/** A glyph: inked, mixed, bare, scale, density, roughness as f64, then the two glyphs that it is made of as i32. */
const GLYPH: i32 = 56;
/** Steps of `fromTone` in ../src/math/srgb.ts. */
const STEPS: f64 = 4096;
/** Constants of ../src/search/two-colors.ts. */
const SPARSE: f64 = 0.35;
const TONE: f64 = 0.01;

/**
 * Reads the parts of a cell from its corner in the first plane, and their light if a light table
 * exists.
 */
export function readCell(corner: i32, step: i32, plane: i32, lights: i32): void {
  for (let channel = 0, to = 0; channel < 24; channel += 8, corner += plane) {
    let sum: f64 = 0;
    let least = f32x4.splat(1);
    let most = f32x4.splat(0);
    for (let y = 0, at = corner; y < 8; y++, at += step, to += 32) {
      const row = v128.load(at);
      least = f32x4.pmin(least, row);
      most = f32x4.pmax(most, row);
      const left = f64x2.promote_low_f32x4(row);
      const right = f64x2.promote_low_f32x4(v128.shuffle<i32>(row, row, 2, 3, 2, 3));
      v128.store(to, left);
      v128.store(to, right, 16);
      sum = sum + f64x2.extract_lane(left, 0) + f64x2.extract_lane(left, 1);
      sum = sum + f64x2.extract_lane(right, 0) + f64x2.extract_lane(right, 1);
    }
    least = f32x4.pmin(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1));
    most = f32x4.pmax(most, v128.shuffle<i32>(most, most, 2, 3, 0, 1));
    store<f64>(channel, sum / PARTS, MEAN);
    store<f64>(channel, min(f32x4.extract_lane(least, 0), f32x4.extract_lane(least, 1)), LOW);
    store<f64>(channel, max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)), HIGH);
    if (lights) store<f64>(channel, lightOf(to - COVER, lights), LIGHT);
  }
}

/** Mean light of 32 parts. */
function lightOf(parts: i32, lights: i32): f64 {
  let sum: f64 = 0;
  for (const end = parts + COVER; parts < end; parts += 8) {
    const position = load<f64>(parts) * STEPS;
    const place = <i32>position;
    const low = load<f64>(lights + (place << 3));
    sum += low + (load<f64>(lights + (place << 3), 8) - low) * (position - <f64>place);
  }
  return sum / PARTS;
}

function product(one: i32, other: i32): f64 {
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  for (const end = one + COVER; one < end; one += 32, other += 32) {
    a = f64x2.add(a, f64x2.mul(v128.load(one), v128.load(other)));
    b = f64x2.add(b, f64x2.mul(v128.load(one, 16), v128.load(other, 16)));
  }
  return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1) + (f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1));
}

/** Products of glyphs' covers with the parts at this address. */
function writeProducts(glyphs: i32, covers: i32, first: i32, end: i32, parts: i32, sums: i32): void {
  for (let glyph = first; glyph < end; glyph++) {
    const g = glyphs + glyph * GLYPH;
    const one = load<i32>(g, 48);
    const sum = one < first ? product(covers + glyph * COVER, parts) : load<f64>(sums + (one << 3)) + load<f64>(sums + (load<i32>(g, 52) << 3));
    store<f64>(sums + (glyph << 3), sum);
  }
}

/** Products over all parts, channel by channel. */
export function coveredSums(glyphs: i32, covers: i32, first: i32, end: i32, count: i32, sums: i32): void {
  for (let parts = 0; parts < ALONG; parts += COVER, sums += count << 3) writeProducts(glyphs, covers, first, end, parts, sums);
}

/** Projects the parts, less this color, onto an axis. */
function place(x: f64, y: f64, z: f64, red: f64, green: f64, blue: f64): void {
  for (let i = 0; i < COVER; i += 8)
    store<f64>(i, x * (load<f64>(i) - red) + y * (load<f64>(i, COVER) - green) + z * (load<f64>(i, 2 * COVER) - blue), ALONG);
}

/** Projects the parts onto the axis along which they differ most. */
function project(): void {
  const red = load<f64>(MEAN);
  const green = load<f64>(MEAN, 8);
  const blue = load<f64>(MEAN, 16);
  let rr: f64 = 0;
  let rg: f64 = 0;
  let rb: f64 = 0;
  let gg: f64 = 0;
  let gb: f64 = 0;
  let bb: f64 = 0;
  for (let i = 0; i < COVER; i += 8) {
    const r = load<f64>(i) - red;
    const g = load<f64>(i, COVER) - green;
    const b = load<f64>(i, 2 * COVER) - blue;
    rr += r * r;
    rg += r * g;
    rb += r * b;
    gg += g * g;
    gb += g * b;
    bb += b * b;
  }
  const isGreen = gg >= rr && gg >= bb;
  const isRed = rr >= bb;
  let x = isGreen ? rg : isRed ? rr : rb;
  let y = isGreen ? gg : isRed ? rg : gb;
  let z = isGreen ? gb : isRed ? rb : bb;
  for (let step = 0; step <= 3; step++) {
    let length = sqrt(x * x + y * y + z * z);
    if (length == 0) length = 1;
    const a = x / length;
    const b = y / length;
    const c = z / length;
    if (step == 3) return place(a, b, c, red, green, blue);
    x = rr * a + rg * b + rb * c;
    y = rg * a + gg * b + gb * c;
    z = rb * a + gb * b + bb * c;
  }
}

@inline function within(value: f64, low: f64, high: f64): f64 { return value < low ? low : value > high ? high : value; }

/**
 * Chooses a glyph and its colors. `visible` is 0 for mosaics; `onPage` is not 0 for letters without
 * a background; `plain` is the bonus of a glyph of one color.
 */
export function fitCell(
  glyphs: i32, covers: i32, sums: i32, count: i32, now: i32, keep: f64,
  isLetters: i32, onPage: i32, page: f64, visible: f64, plain: f64, liked: i32, likedWorth: f64,
): i32 {
  if (onPage) place(1.0 / 3, 1.0 / 3, 1.0 / 3, page, page, page);
  else project();
  let low: f64 = 0;
  let high: f64 = 0;
  for (let i = 0; i < COVER; i += 8) {
    const value = load<f64>(i, ALONG);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  writeProducts(glyphs, covers, 0, count, ALONG, sums);
  const dense = SPARSE + (1 - SPARSE) * abs(page - (0.2126 * load<f64>(MEAN) + 0.7152 * load<f64>(MEAN, 8) + 0.0722 * load<f64>(MEAN, 16)));
  let best = 0;
  let most: f64 = -Infinity;
  for (let glyph = 0, g = glyphs, s = sums; glyph < count; glyph++, g += GLYPH, s += 8) {
    const sum = load<f64>(s);
    const scale = load<f64>(g, 24);
    let worth: f64 = glyph == now ? keep : 0;
    if (isLetters) {
      const off = load<f64>(g, 32) - dense;
      worth -= visible * (TONE * off * off + load<f64>(g, 40));
      if (glyph == liked) worth += likedWorth;
    } else if (scale == 0) worth += plain;
    const a = load<f64>(g);
    const b = load<f64>(g, 8);
    const c = load<f64>(g, 16);
    if (onPage) {
      const ink = a == 0 ? 0 : within(sum / a, low, high);
      worth += ink * (2 * sum - a * ink);
    } else {
      const both = sum * scale;
      if (PARTS * sum * both + worth <= most) continue;
      const ink = within(both * (b + c), low, high);
      const ground = within(-both * (a + b), low, high);
      worth += 2 * (ink - ground) * sum - (a * ink * ink + 2 * b * ink * ground + c * ground * ground);
    }
    if (worth <= most) continue;
    most = worth;
    best = glyph;
  }
  fitColors(glyphs + best * GLYPH, covers + best * COVER, onPage, page);
  return best;
}

function fitColors(g: i32, cover: i32, onPage: i32, page: f64): void {
  const inked = load<f64>(g);
  const mixed = load<f64>(g, 8);
  const bare = load<f64>(g, 16);
  const scale = load<f64>(g, 24);
  for (let channel = 0, parts = 0; channel < 24; channel += 8, parts += COVER) {
    const own = product(cover, parts);
    const mean = load<f64>(channel, MEAN);
    const low = load<f64>(channel, LOW);
    const high = load<f64>(channel, HIGH);
    let ink = mean;
    let ground = mean;
    if (onPage) {
      ink = within(inked == 0 ? page : (own - page * mixed) / inked, 0, 1);
      ground = page;
    } else if (scale != 0) {
      const rest = PARTS * mean - own;
      ink = within(scale * (own * bare - rest * mixed), low, high);
      ground = within(scale * (rest * inked - own * mixed), low, high);
    }
    store<f64>(channel, ink, INK);
    store<f64>(channel, ground, GROUND);
  }
}
