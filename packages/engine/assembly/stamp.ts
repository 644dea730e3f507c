// Twin of `stamp` in ../src/search/grid-light.ts.
const CELL_WIDTH: i32 = 2;
const CELL_HEIGHT: i32 = 4;
const FOOT_HEIGHT: i32 = 10;
const FOOT_BYTES: i32 = 320;

/**
 * Adds up the footprints of a grid's glyphs in their inks, or in white if `inks` is 0. `stride` is in samples; `sum` need
 * not be cleared.
 */
export function stamp(glyphs: i32, inks: i32, columns: i32, rows: i32, foots: i32, sum: i32, stride: i32): void {
  const step = stride << 2;
  memory.fill(sum, 0, step * (rows * CELL_HEIGHT + FOOT_HEIGHT - CELL_HEIGHT));
  for (let row = 0, cell = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell++) {
      const glyph = <i32>load<u8>(glyphs + cell);
      if (glyph == 0) continue;
      const ink = f32x4.splat(inks ? load<f32>(inks + (cell << 2)) : <f32>1);
      let at = sum + row * CELL_HEIGHT * step + ((column * CELL_WIDTH) << 2);
      for (let y = 0, f = foots + glyph * FOOT_BYTES; y < FOOT_HEIGHT; y++, at += step, f += 32) {
        v128.store(at, f32x4.add(v128.load(at), f32x4.mul(ink, v128.load(f))));
        v128.store(at, f32x4.add(v128.load(at, 16), f32x4.mul(ink, v128.load(f, 16))), 16);
      }
    }
  }
}
