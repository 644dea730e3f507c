// Twin of ../src/search/two-colors-sweep.ts. The sizes are those of ../src/search/footprints.ts, glyph-set.ts and
// two-colors.ts; a test compares the results.
import { backing, boundsAt, cellsAt, columns, count, dirtyAt, errorAt, errorsAt, evenAt, fill, firm, fitsAt, footAt, groundAt, heldAt, innerAt, insideAt, likedAt, meansAt, moreAt, newGroundAt, newMoreAt, plane, productsAt, pullAt, room, rows, stride, tries, weightOf, wholeAt, wholeWhole, worthOf } from "./two-colors-fields";
import { paint } from "./palettes";

const CELL_WIDTH: i32 = 2;
const CELL_HEIGHT: i32 = 4;
const RING_ACROSS: i32 = 2;
const RING_DOWN: i32 = 1;
const FOOT_HEIGHT: i32 = 10;
const FOOT_BYTES: i32 = 320;
const INNER: i32 = 24;
const INNER_HEIGHT: i32 = 6;
const INNER_OFFSET: i32 = 2;
/** First inner sample of a footprint. */
const INNER_BYTES: i32 = (INNER_OFFSET * 8 + INNER_OFFSET) << 2;
const FREE: i32 = 255;
/** Those of ../src/search/two-colors-sweep.ts. */
const SLIP: f32 = 1e-6;

@inline function cornerOf(s: i32, row: i32, column: i32): i32 {
  return errorAt(s) + (row + RING_DOWN) * CELL_HEIGHT * stride(s) + (((column + RING_ACROSS) * CELL_WIDTH) << 2);
}

/** Adds the light of every cell to the error around it. */
export function layPairs(s: i32): void {
  const step = stride(s);
  for (let row = 0, cell = 0; row < rows(s); row++) {
    for (let column = 0; column < columns(s); column++, cell++) {
      for (let channel = 0; channel < 3; channel++) {
        const behind = f32x4.splat(load<f32>(groundAt(s) + ((3 * cell + channel) << 2)));
        const light = f32x4.splat(load<f32>(moreAt(s) + ((3 * cell + channel) << 2)));
        let at = cornerOf(s, row, column) + channel * plane(s);
        let f = footAt(s) + <i32>load<u8>(cellsAt(s) + cell) * FOOT_BYTES;
        let w = wholeAt(s);
        for (let y = 0; y < FOOT_HEIGHT; y++, at += step, f += 32, w += 32) {
          v128.store(at, f32x4.add(v128.load(at), f32x4.add(f32x4.mul(behind, v128.load(w)), f32x4.mul(light, v128.load(f)))));
          v128.store(at, f32x4.add(v128.load(at, 16), f32x4.add(f32x4.mul(behind, v128.load(w, 16)), f32x4.mul(light, v128.load(f, 16)))), 16);
        }
      }
    }
  }
}

function gather(s: i32, row: i32, column: i32): void {
  const cell = row * columns(s) + column;
  const step = stride(s);
  let k = errorsAt(s);
  for (let channel = 0; channel < 3; channel++) {
    const place = (3 * cell + channel) << 2;
    const light = f32x4.splat(load<f32>(moreAt(s) + place));
    let at = cornerOf(s, row, column) + channel * plane(s) + INNER_OFFSET * step + (INNER_OFFSET << 2);
    let own = footAt(s) + <i32>load<u8>(cellsAt(s) + cell) * FOOT_BYTES + INNER_BYTES;
    if (load<u8>(evenAt(s) + cell) == 1) {
      const off = f32x4.splat(load<f32>(groundAt(s) + place) - load<f32>(meansAt(s) + place));
      for (let i = 0; i < INNER << 2; i += 16) v128.store(k + i, f32x4.mul(off, v128.load(insideAt(s) + i)));
    } else {
      for (let y = 0, to = k; y < INNER_HEIGHT; y++, at += step, own += 32, to += 16) {
        v128.store(to, f32x4.sub(v128.load(at), f32x4.mul(light, v128.load(own))));
      }
    }
    let sum: f32 = 0;
    for (let i = 0; i < INNER; i++, k += 4) sum += load<f32>(insideAt(s) + (i << 2)) * load<f32>(k);
    store<f32>(pullAt(s) + (channel << 2), sum - firm(s) * (fill(s) * load<f32>(meansAt(s) + place) + backing(s) - load<f32>(groundAt(s) + place)));
  }
}

function project(s: i32): void {
  const wide = room(s);
  const errors = errorsAt(s);
  const out = productsAt(s);
  for (let g = 0; g < wide; g += 16) {
    let red = f32x4.splat(0);
    let green = f32x4.splat(0);
    let blue = f32x4.splat(0);
    for (let k = 0, i = innerAt(s) + g, e = errors; k < INNER; k++, i += wide, e += 4) {
      const f = v128.load(i);
      red = f32x4.add(red, f32x4.mul(f, v128.load32_splat(e)));
      green = f32x4.add(green, f32x4.mul(f, v128.load32_splat(e, 4 * INNER)));
      blue = f32x4.add(blue, f32x4.mul(f, v128.load32_splat(e, 8 * INNER)));
    }
    v128.store(out + g, red);
    v128.store(out + wide + g, green);
    v128.store(out + 2 * wide + g, blue);
  }
}

@inline function weigh(x: v128, y: v128, z: v128, red: f32, green: f32, blue: f32): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(f32x4.splat(red), x), f32x4.mul(f32x4.splat(green), y)), f32x4.mul(f32x4.splat(blue), z));
}

function bound(s: i32, cell: i32): void {
  const ofRed = weightOf(s, cell, 0);
  const ofGreen = weightOf(s, cell, 1);
  const ofBlue = weightOf(s, cell, 2);
  const wide = room(s);
  const p = load<f32>(pullAt(s));
  const q = load<f32>(pullAt(s), 4);
  const r = load<f32>(pullAt(s), 8);
  const red = ofRed * p;
  const green = ofGreen * q;
  const blue = ofBlue * r;
  const squares = f32x4.splat(red * p + green * q + blue * r);
  for (let g = 0; g < wide; g += 16) {
    const at = productsAt(s) + g;
    const x = v128.load(at);
    const y = v128.load(at + wide);
    const z = v128.load(at + 2 * wide);
    const mixed = weigh(x, y, z, red, green, blue);
    const own = f32x4.add(
      f32x4.add(f32x4.mul(f32x4.mul(f32x4.splat(ofRed), x), x), f32x4.mul(f32x4.mul(f32x4.splat(ofGreen), y), y)),
      f32x4.mul(f32x4.mul(f32x4.splat(ofBlue), z), z),
    );
    const fit = fitsAt(s) + g;
    const cross = f32x4.mul(v128.load(fit + wide), f32x4.add(mixed, mixed));
    const all = f32x4.add(f32x4.add(f32x4.mul(v128.load(fit), squares), cross), f32x4.mul(v128.load(fit + 2 * wide), own));
    v128.store(boundsAt(s) + g, f32x4.neg(all));
  }
}

@inline function within(light: f32): f32 { return min<f32>(1, max<f32>(0, light)); }

function errorWith(s: i32, cell: i32, glyph: i32): f32 {
  const wide = room(s);
  const fit = fitsAt(s) + (glyph << 2);
  const a = load<f32>(fit);
  const b = load<f32>(fit + wide);
  const d = load<f32>(fit + 2 * wide);
  const wg = load<f32>(fit + 3 * wide);
  const gg = load<f32>(fit + 4 * wide);
  const ww = wholeWhole(s);
  let error: f32 = 0;
  for (let channel = 0; channel < 3; channel++) {
    const now = load<f32>(groundAt(s) + ((3 * cell + channel) << 2));
    const c = load<f32>(pullAt(s) + (channel << 2));
    const g = load<f32>(productsAt(s) + channel * wide + (glyph << 2));
    let low = now - (a * c + b * g);
    let more = -(b * c + d * g);
    if (low < 0 || low > 1) {
      low = within(low);
      const best = (g + wg * (low - now)) / gg;
      more = d == 0 ? 0 : within(low - best) - low;
    } else if (low + more < 0 || low + more > 1) {
      const high = within(low + more);
      const rest = ww - (wg + wg) + gg;
      const left = c - g + (high - now) * (wg - gg);
      // a background without any share is fixed
      if (a != 0) low = within(now - left / rest);
      more = high - low;
    }
    const change = low - now;
    const ofGround = change * (change * ww + (c + c));
    const ofGlyph = more * (more * gg + (g + g));
    const ofBoth = (change + change) * more * wg;
    const weight = weightOf(s, cell, channel);
    error += weight * (ofGround + ofGlyph + ofBoth);
    store<f32>(newGroundAt(s) + (channel << 2), low);
    store<f32>(newMoreAt(s) + (channel << 2), more);
  }
  return error;
}

@inline function pick(mask: v128, one: v128, other: v128): v128 { return v128.bitselect(one, other, mask); }
@inline function withinAll(light: v128): v128 { return f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), light)); }
@inline function isOutside(light: v128): v128 { return v128.or(f32x4.lt(light, f32x4.splat(0)), f32x4.gt(light, f32x4.splat(1))); }

/** `errorWith` of the glyphs that may have less than the error that is reached, four at a time, without their colors. */
function errorsWith(s: i32, cell: i32, reached: f32): void {
  const wide = room(s);
  const ww = f32x4.splat(wholeWhole(s));
  for (let at = 0; at < wide; at += 16) {
    if (!v128.any_true(f32x4.lt(v128.load(boundsAt(s) + at), f32x4.splat(reached)))) {
      v128.store(boundsAt(s) + at, f32x4.splat(Infinity));
      continue;
    }
    const fit = fitsAt(s) + at;
    const a = v128.load(fit);
    const b = v128.load(fit + wide);
    const d = v128.load(fit + 2 * wide);
    const wg = v128.load(fit + 3 * wide);
    const gg = v128.load(fit + 4 * wide);
    const rest = f32x4.add(f32x4.sub(ww, f32x4.add(wg, wg)), gg);
    let error = f32x4.splat(0);
    for (let channel = 0; channel < 3; channel++) {
      const now = v128.load32_splat(groundAt(s) + ((3 * cell + channel) << 2));
      const c = v128.load32_splat(pullAt(s) + (channel << 2));
      const g = v128.load(productsAt(s) + channel * wide + at);
      const free = f32x4.sub(now, f32x4.add(f32x4.mul(a, c), f32x4.mul(b, g)));
      const more = f32x4.neg(f32x4.add(f32x4.mul(b, c), f32x4.mul(d, g)));
      const high = f32x4.add(free, more);
      // background at its limit
      const low1 = withinAll(free);
      const best = f32x4.div(f32x4.add(g, f32x4.mul(wg, f32x4.sub(low1, now))), gg);
      const some = f32x4.sub(withinAll(f32x4.sub(low1, best)), low1);
      const more1 = pick(f32x4.eq(d, f32x4.splat(0)), f32x4.splat(0), some);
      // ink at its limit
      const high2 = withinAll(high);
      const left = f32x4.add(f32x4.sub(c, g), f32x4.mul(f32x4.sub(high2, now), f32x4.sub(wg, gg)));
      const isFixed = f32x4.eq(a, f32x4.splat(0));
      const low2 = pick(isFixed, free, withinAll(f32x4.sub(now, f32x4.div(left, rest))));
      const more2 = f32x4.sub(high2, low2);
      const isDark = isOutside(free);
      const isBright = isOutside(high);
      const low = pick(isDark, low1, pick(isBright, low2, free));
      const light = pick(isDark, more1, pick(isBright, more2, more));
      const change = f32x4.sub(low, now);
      const ofGround = f32x4.mul(change, f32x4.add(f32x4.mul(change, ww), f32x4.add(c, c)));
      const ofGlyph = f32x4.mul(light, f32x4.add(f32x4.mul(light, gg), f32x4.add(g, g)));
      const ofBoth = f32x4.mul(f32x4.mul(f32x4.add(change, change), light), wg);
      const weight = f32x4.splat(weightOf(s, cell, channel));
      error = f32x4.add(error, f32x4.mul(weight, f32x4.add(f32x4.add(ofGround, ofGlyph), ofBoth)));
    }
    v128.store(boundsAt(s) + at, error);
  }
}

@inline function credit(s: i32, cell: i32, glyph: i32): void {
  const at = boundsAt(s) + (glyph << 2);
  store<f32>(at, load<f32>(at) - worthOf(s, cell, glyph));
}

/** The first glyph with the least error in `bounds`, from which what glyphs are worth is taken. */
function leastOf(s: i32, cell: i32): i32 {
  const now = <i32>load<u8>(cellsAt(s) + cell);
  const liked = <i32>load<u8>(likedAt(s) + cell);
  const bounds = boundsAt(s);
  const glyphs = count(s);
  credit(s, cell, 0);
  if (now != 0) credit(s, cell, now);
  if (liked < glyphs && liked != 0 && liked != now) credit(s, cell, liked);
  for (let g = glyphs; (g << 2) < room(s); g++) store<f32>(bounds + (g << 2), Infinity);
  let all = v128.load(bounds);
  for (let at = 16; at < room(s); at += 16) all = f32x4.pmin(all, v128.load(bounds + at));
  const least = min(min(f32x4.extract_lane(all, 0), f32x4.extract_lane(all, 1)), min(f32x4.extract_lane(all, 2), f32x4.extract_lane(all, 3)));
  let found = 0;
  while (load<f32>(bounds + (found << 2)) > least) found++;
  return found;
}

function color(s: i32, cell: i32, glyph: i32): i32 {
  let k = errorsAt(s);
  for (let channel = 0; channel < 3; channel++) {
    let sum: f32 = 0;
    let at = footAt(s) + glyph * FOOT_BYTES + INNER_BYTES;
    for (let y = 0; y < INNER_HEIGHT; y++, at += 32, k += 16) {
      sum += load<f32>(at) * load<f32>(k);
      sum += load<f32>(at, 4) * load<f32>(k, 4);
      sum += load<f32>(at, 8) * load<f32>(k, 8);
      sum += load<f32>(at, 12) * load<f32>(k, 12);
    }
    store<f32>(productsAt(s) + channel * room(s) + (glyph << 2), sum);
  }
  errorWith(s, cell, glyph);
  return glyph;
}

function choose(s: i32, cell: i32): i32 {
  project(s);
  bound(s, cell);
  const found = leastOf(s, cell);
  const reached = errorWith(s, cell, found) - worthOf(s, cell, found);
  if (reached <= load<f32>(boundsAt(s) + (found << 2)) + SLIP) return found;
  errorsWith(s, cell, reached);
  const real = leastOf(s, cell);
  errorWith(s, cell, real);
  return real;
}

function place(s: i32, row: i32, column: i32, best: i32): void {
  const cell = row * columns(s) + column;
  const step = stride(s);
  for (let channel = 0; channel < 3; channel++) {
    const groundNow = groundAt(s) + ((3 * cell + channel) << 2);
    const moreNow = moreAt(s) + ((3 * cell + channel) << 2);
    const low = load<f32>(newGroundAt(s) + (channel << 2));
    const high = load<f32>(newMoreAt(s) + (channel << 2));
    const change = f32x4.splat(low - load<f32>(groundNow));
    const before = f32x4.splat(load<f32>(moreNow));
    const after = f32x4.splat(high);
    let at = cornerOf(s, row, column) + channel * plane(s);
    let old = footAt(s) + <i32>load<u8>(cellsAt(s) + cell) * FOOT_BYTES;
    let now = footAt(s) + best * FOOT_BYTES;
    let w = wholeAt(s);
    for (let y = 0; y < FOOT_HEIGHT; y++, at += step, old += 32, now += 32, w += 32) {
      const left = f32x4.sub(f32x4.mul(after, v128.load(now)), f32x4.mul(before, v128.load(old)));
      v128.store(at, f32x4.add(v128.load(at), f32x4.add(f32x4.mul(change, v128.load(w)), left)));
      const right = f32x4.sub(f32x4.mul(after, v128.load(now, 16)), f32x4.mul(before, v128.load(old, 16)));
      v128.store(at, f32x4.add(v128.load(at, 16), f32x4.add(f32x4.mul(change, v128.load(w, 16)), right)), 16);
    }
    store<f32>(groundNow, low);
    store<f32>(moreNow, high);
  }
  store<u8>(cellsAt(s) + cell, <u8>best);
}

function bare(s: i32, row: i32, column: i32): void {
  const cell = row * columns(s) + column;
  for (let channel = 0; channel < 12; channel += 4) {
    store<f32>(newGroundAt(s) + channel, backing(s));
    store<f32>(newMoreAt(s) + channel, load<f32>(moreAt(s) + 12 * cell + channel));
  }
  place(s, row, column, <i32>load<u8>(cellsAt(s) + cell));
}

/** One pass over the dirty cells. Returns the number of cells that got another glyph. */
export function sweepPairs(s: i32, upward: i32): i32 {
  const width = columns(s);
  const height = rows(s);
  let changes = 0;
  for (let line = 0; line < height; line++) {
    const row = upward ? height - 1 - line : line;
    for (let turn = 0; turn < width; turn++) {
      const column = line & 1 ? width - 1 - turn : turn;
      const cell = row * width + column;
      if (load<u8>(dirtyAt(s) + cell) == 0) continue;
      if (fill(s) == 0) bare(s, row, column);
      gather(s, row, column);
      const given = <i32>load<u8>(heldAt(s) + cell);
      const free = given == FREE ? choose(s, cell) : color(s, cell, given);
      const best = tries(s) != 0 ? paint(s, cell, given) : free;
      if (best != <i32>load<u8>(cellsAt(s) + cell)) changes++;
      place(s, row, column, best);
    }
  }
  return changes;
}
