import type { Frame } from "@lumiglyph/handoff";

/** Marks a cell that shows nothing yet. */
const NOTHING = -1;

/** Coverage of each pixel of a glyph, 0 to 255, row by row. */
export type Tile = Uint8Array;

export type PainterParts = {
  readonly columns: number;
  readonly rows: number;
  /** Cell width in pixels; cells are twice as high. */
  readonly cell: number;
  /** RGBA, red in the lowest byte. */
  readonly pixels: Uint32Array;
  readonly tileOf: (character: string) => Tile;
};

/** Paints cells into pixels and repaints only those that change. */
export type TilePainter = {
  readonly fits: (frame: Pick<Frame, "columns" | "rows">, cell: number) => boolean;
  /** Paints a frame; returns the range of changed pixel rows, or null if there are none. */
  readonly put: (frame: Frame) => { readonly top: number; readonly bottom: number } | null;
};

export const createPainter = ({ columns, rows, cell, pixels, tileOf }: PainterParts): TilePainter => {
  const [width, height] = [columns * cell, 2 * cell];
  const shownGlyphs = new Int32Array(columns * rows).fill(NOTHING);
  const shownInks = new Int32Array(columns * rows);
  const shownGrounds = new Int32Array(columns * rows);

  /** Blends ink over the background, both with red in the lowest byte; red and blue are mixed in one multiplication. */
  const paint = (at: number, tile: Tile, ink: number, ground: number): void => {
    const step = (ink & RED_BLUE) - (ground & RED_BLUE);
    const start = Math.imul(ground & RED_BLUE, 255) + 0x800080;
    const greenStep = ((ink >> 8) & 255) - ((ground >> 8) & 255);
    const greenStart = ((ground >> 8) & 255) * 255 + 128;
    let to = Math.floor(at / columns) * height * width + (at % columns) * cell;
    for (let from = 0; from < tile.length; to += width - cell) {
      for (const end = from + cell; from < end; from++, to++) {
        const share = tile[from]!;
        const redBlue = (start + Math.imul(step, share)) | 0;
        const green = greenStart + Math.imul(greenStep, share);
        // (t + t ÷ 256) ÷ 256 equals t ÷ 255 rounded, because t includes the half
        pixels[to] =
          OPAQUE | (((redBlue + ((redBlue >>> 8) & RED_BLUE)) >>> 8) & RED_BLUE) | ((green + (green >> 8)) & 0xff00);
      }
    }
  };
  return {
    fits: (frame, width) => frame.columns === columns && frame.rows === rows && width === cell,
    put({ codebook, cells, rgb, grounds, ink, ground }) {
      const characters = [...codebook];
      const tiles = characters.map(tileOf);
      const codes = Int32Array.from(characters, (character) => character.codePointAt(0)!);
      let [first, last] = [Number.POSITIVE_INFINITY, NOTHING];
      for (let at = 0; at < cells.length; at++) {
        const glyph = cells[at]!;
        const color = rgb === null ? ink : colorAt(rgb, at);
        const behind = grounds === null ? ground : colorAt(grounds, at);
        if (codes[glyph] === shownGlyphs[at] && color === shownInks[at] && behind === shownGrounds[at]) continue;
        shownGlyphs[at] = codes[glyph]!;
        shownInks[at] = color;
        shownGrounds[at] = behind;
        paint(at, tiles[glyph]!, swapped(color), swapped(behind));
        first = Math.min(first, at);
        last = at;
      }
      if (last === NOTHING) return null;
      return { top: Math.floor(first / columns) * height, bottom: (Math.floor(last / columns) + 1) * height };
    },
  };
};

/** A cell's color as 0xRRGGBB. */
export const colorAt = (colors: Uint8Array, cell: number): number =>
  (colors[3 * cell]! << 16) | (colors[3 * cell + 1]! << 8) | colors[3 * cell + 2]!;

const [OPAQUE, RED_BLUE] = [0xff000000, 0xff00ff];

/** Swaps red and blue: pixels have red in the lowest byte. */
const swapped = (color: number): number => ((color & 255) << 16) | (color & 0xff00) | (color >> 16);
