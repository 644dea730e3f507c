// Twin of ../src/search/sweep.ts. The sizes are those of ../src/search/footprints.ts and glyph-set.ts; a test compares the
// results.
const CELL_WIDTH: i32 = 2;
const CELL_HEIGHT: i32 = 4;
const FOOT_HEIGHT: i32 = 10;
const FOOT_BYTES: i32 = 320;
const INNER_BYTES: i32 = 96;
const INNER_OFFSET: i32 = 2;
const NO_GLYPH: i32 = 255;
/** `STRAY` in ../src/search/sweep.ts. */
const STRAY: f32 = 0.006;
/** Constants of ../src/search/sweep.ts. */
const TOO_DARK: f32 = 0.6;
const TOO_BRIGHT: f32 = 30;
/** `LEAST_INK` in ../src/search/state.ts. */
const LEAST_INK: f32 = 0.04;
/** `MEAN_WORTH` in ../src/search/sweep.ts, over the number of inner samples. */
const MEAN_WORTH: f32 = 0.025;

// Fields of the state, in the order in which ../src/wasm/search.ts writes them.
@inline function columns(s: i32): i32 { return load<i32>(s, 0); }
@inline function rows(s: i32): i32 { return load<i32>(s, 4); }
@inline function stride(s: i32): i32 { return load<i32>(s, 8) << 2; }
@inline function count(s: i32): i32 { return load<i32>(s, 12); }
@inline function inked(s: i32): i32 { return load<i32>(s, 16); }
@inline function errorAt(s: i32): i32 { return load<i32>(s, 20); }
@inline function weightAt(s: i32): i32 { return load<i32>(s, 24); }
@inline function glyphAt(s: i32): i32 { return load<i32>(s, 28); }
@inline function gainAt(s: i32): i32 { return load<i32>(s, 32); }
@inline function dirtyAt(s: i32): i32 { return load<i32>(s, 36); }
@inline function nextAt(s: i32): i32 { return load<i32>(s, 40); }
@inline function heldAt(s: i32): i32 { return load<i32>(s, 44); }
@inline function wantedAt(s: i32): i32 { return load<i32>(s, 48); }
@inline function nearAt(s: i32): i32 { return load<i32>(s, 52); }
@inline function slackAt(s: i32): i32 { return load<i32>(s, 56); }
@inline function alongAt(s: i32): i32 { return load<i32>(s, 60); }
@inline function worthAt(s: i32): i32 { return load<i32>(s, 64); }
@inline function mostAt(s: i32): i32 { return load<i32>(s, 68); }
@inline function toneAt(s: i32): i32 { return load<i32>(s, 72); }
@inline function footAt(s: i32): i32 { return load<i32>(s, 76); }
@inline function innerAt(s: i32): i32 { return load<i32>(s, 80); }
@inline function directionAt(s: i32): i32 { return load<i32>(s, 84); }
@inline function strokeAt(s: i32): i32 { return load<i32>(s, 88); }

@inline function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

/** Adds the light of every cell, gray or glyph, to the error around it. */
export function layCells(s: i32): void {
  const step = stride(s);
  for (let row = 0, cell = 0; row < rows(s); row++) {
    for (let column = 0; column < columns(s); column++, cell++) {
      const light = f32x4.splat(load<f32>(gainAt(s) + (cell << 2)));
      let at = errorAt(s) + row * CELL_HEIGHT * step + ((column * CELL_WIDTH) << 2);
      for (let y = 0, f = footAt(s) + <i32>load<u8>(glyphAt(s) + cell) * FOOT_BYTES; y < FOOT_HEIGHT; y++, at += step, f += 32) {
        v128.store(at, f32x4.add(v128.load(at), f32x4.mul(light, v128.load(f))));
        v128.store(at, f32x4.add(v128.load(at, 16), f32x4.mul(light, v128.load(f, 16))), 16);
      }
    }
  }
}

/** 1 if the cell has this stroke, 0.5 outside the grid. */
@inline function linkAt(s: i32, row: i32, column: i32, stroke: i32): f32 {
  if (row < 0 || column < 0 || row >= rows(s) || column >= columns(s)) return 0.5;
  return <i32>load<u8>(glyphAt(s) + row * columns(s) + column) == stroke ? 1 : 0;
}

/** Bonus of the stroke along a cell's contour; larger if it continues a neighboring stroke. */
function linkedWorth(s: i32, row: i32, column: i32, stroke: i32): f32 {
  const direction = <i32>load<u8>(directionAt(s) + stroke);
  const across = direction == 3 || direction == 0 ? 0 : 1;
  const down = direction == 2 ? -1 : direction > 2 ? 1 : 0;
  const links = linkAt(s, row + down, column + across, stroke) + linkAt(s, row - down, column - across, stroke);
  return load<f32>(worthAt(s) + ((row * columns(s) + column) << 2)) * (<f32>0.75 + <f32>0.25 * links);
}

/** One pass over the dirty cells. Returns the number of cells that got another glyph. */
export function sweep(s: i32, upward: i32): i32 {
  const width = columns(s);
  const height = rows(s);
  const step = stride(s);
  const glyphs = count(s);
  const glyph = glyphAt(s);
  const gain = gainAt(s);
  const dirty = dirtyAt(s);
  const next = nextAt(s);
  const inner = innerAt(s);
  const foot = footAt(s);
  const held = heldAt(s);
  const tone = toneAt(s);
  const strokes = strokeAt(s);
  const inks = inked(s);
  let changes = 0;
  for (let line = 0; line < height; line++) {
    const row = upward ? height - 1 - line : line;
    for (let turn = 0; turn < width; turn++) {
      const column = line & 1 ? width - 1 - turn : turn;
      const cell = row * width + column;
      if (load<u8>(dirty + cell) == 0 || load<u8>(held + cell) != 0) continue;
      store<u8>(dirty + cell, 0);
      const now = <i32>load<u8>(glyph + cell);
      const amp = f32x4.splat(load<f32>(gain + (cell << 2)));
      const corner = row * CELL_HEIGHT * step + ((column * CELL_WIDTH) << 2);
      const first = corner + INNER_OFFSET * step + (INNER_OFFSET << 2);
      const error = errorAt(s) + first;
      const weight = weightAt(s) + first;
      const own = inner + now * INNER_BYTES;

      const w0 = v128.load(weight);
      const w1 = v128.load(weight + step);
      const w2 = v128.load(weight + 2 * step);
      const w3 = v128.load(weight + 3 * step);
      const w4 = v128.load(weight + 4 * step);
      const w5 = v128.load(weight + 5 * step);
      // weighted error without this cell's own light
      const e0 = f32x4.mul(w0, f32x4.sub(v128.load(error), f32x4.mul(amp, v128.load(own))));
      const e1 = f32x4.mul(w1, f32x4.sub(v128.load(error + step), f32x4.mul(amp, v128.load(own, 16))));
      const e2 = f32x4.mul(w2, f32x4.sub(v128.load(error + 2 * step), f32x4.mul(amp, v128.load(own, 32))));
      const e3 = f32x4.mul(w3, f32x4.sub(v128.load(error + 3 * step), f32x4.mul(amp, v128.load(own, 48))));
      const e4 = f32x4.mul(w4, f32x4.sub(v128.load(error + 4 * step), f32x4.mul(amp, v128.load(own, 64))));
      const e5 = f32x4.mul(w5, f32x4.sub(v128.load(error + 5 * step), f32x4.mul(amp, v128.load(own, 80))));

      const d0 = f32x4.add(e0, e0);
      const d1 = f32x4.add(e1, e1);
      const d2 = f32x4.add(e2, e2);
      const d3 = f32x4.add(e3, e3);
      const d4 = f32x4.add(e4, e4);
      const d5 = f32x4.add(e5, e5);
      const wanted = load<f32>(wantedAt(s) + (cell << 2));
      const slack = load<f32>(slackAt(s) + (cell << 2));
      const near = <i32>load<u8>(nearAt(s) + cell);
      const stroke = <i32>load<u8>(alongAt(s) + cell);
      const worth = stroke == NO_GLYPH ? <f32>0 : linkedWorth(s, row, column, stroke);
      let meanWeight: f32 = 0;
      let faintest: f32 = 1;
      let brightest: f32 = 1;
      if (inks) {
        meanWeight = MEAN_WORTH * sum(f32x4.add(f32x4.add(f32x4.add(f32x4.add(f32x4.add(w0, w1), w2), w3), w4), w5));
        brightest = load<f32>(mostAt(s) + (cell << 2));
        faintest = LEAST_INK * brightest;
      }
      let best = now;
      let bestInk: f32 = 1;
      let least: f32 = Infinity;
      for (let g = 0; g < glyphs; g++) {
        const light = load<f32>(tone + (g << 2));
        if (g != stroke && g != near) {
          if (inks) {
            if (light * brightest < TOO_DARK * wanted || light * brightest > TOO_BRIGHT * wanted) continue;
          } else if (abs(light - wanted) > slack) continue;
        }
        const f = inner + g * INNER_BYTES;
        const f0 = v128.load(f);
        const f1 = v128.load(f, 16);
        const f2 = v128.load(f, 32);
        const f3 = v128.load(f, 48);
        const f4 = v128.load(f, 64);
        const f5 = v128.load(f, 80);
        let cost: f32;
        let ink: f32 = 1;
        if (inks) {
          let squares = f32x4.mul(f32x4.mul(f0, w0), f0);
          squares = f32x4.add(squares, f32x4.mul(f32x4.mul(f1, w1), f1));
          squares = f32x4.add(squares, f32x4.mul(f32x4.mul(f2, w2), f2));
          squares = f32x4.add(squares, f32x4.mul(f32x4.mul(f3, w3), f3));
          squares = f32x4.add(squares, f32x4.mul(f32x4.mul(f4, w4), f4));
          squares = f32x4.add(squares, f32x4.mul(f32x4.mul(f5, w5), f5));
          let products = f32x4.mul(f0, e0);
          products = f32x4.add(products, f32x4.mul(f1, e1));
          products = f32x4.add(products, f32x4.mul(f2, e2));
          products = f32x4.add(products, f32x4.mul(f3, e3));
          products = f32x4.add(products, f32x4.mul(f4, e4));
          products = f32x4.add(products, f32x4.mul(f5, e5));
          const mean = meanWeight * light;
          const square = sum(squares) + mean * light;
          const product = sum(products) - mean * wanted;
          const free = square > 0 ? -product / square : brightest;
          ink = max(faintest, min(brightest, free));
          cost = ink * (ink * square + (product + product));
        } else {
          let c = f32x4.mul(f0, f32x4.add(f32x4.mul(f0, w0), d0));
          c = f32x4.add(c, f32x4.mul(f1, f32x4.add(f32x4.mul(f1, w1), d1)));
          c = f32x4.add(c, f32x4.mul(f2, f32x4.add(f32x4.mul(f2, w2), d2)));
          c = f32x4.add(c, f32x4.mul(f3, f32x4.add(f32x4.mul(f3, w3), d3)));
          c = f32x4.add(c, f32x4.mul(f4, f32x4.add(f32x4.mul(f4, w4), d4)));
          c = f32x4.add(c, f32x4.mul(f5, f32x4.add(f32x4.mul(f5, w5), d5)));
          cost = sum(c);
        }
        if (g == stroke) cost -= worth;
        else if (load<u8>(strokes + g) != 0) cost += STRAY * <f32>load<u8>(strokes + g);
        // on a tie the cell keeps its glyph
        if (cost > least || (cost == least && g != now)) continue;
        least = cost;
        best = g;
        bestInk = ink;
      }
      if (best == now && bestInk == load<f32>(gain + (cell << 2))) continue;
      store<u8>(glyph + cell, <u8>best);
      store<f32>(gain + (cell << 2), bestInk);
      const inkLanes = f32x4.splat(bestInk);
      let at = errorAt(s) + corner;
      for (let y = 0, a = foot + now * FOOT_BYTES, b = foot + best * FOOT_BYTES; y < FOOT_HEIGHT; y++, at += step, a += 32, b += 32) {
        v128.store(at, f32x4.add(v128.load(at), f32x4.sub(f32x4.mul(inkLanes, v128.load(b)), f32x4.mul(amp, v128.load(a)))));
        v128.store(at, f32x4.add(v128.load(at, 16), f32x4.sub(f32x4.mul(inkLanes, v128.load(b, 16)), f32x4.mul(amp, v128.load(a, 16)))), 16);
      }
      if (best == now) continue;
      changes++;
      if (row > 0) store<u8>(next + cell - width, 1);
      if (row < height - 1) store<u8>(next + cell + width, 1);
      if (column > 0) store<u8>(next + cell - 1, 1);
      if (column < width - 1) store<u8>(next + cell + 1, 1);
    }
  }
  memory.copy(dirty, next, width * height);
  memory.fill(next, 0, width * height);
  return changes;
}
