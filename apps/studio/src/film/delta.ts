import type { ByteSink } from "./byte-sink.ts";
import { BLANK, type PackedCells } from "./packed-cells.ts";

/**
 * Writes the cells in which a page differs from the one before, and notes them there. Runs of changed cells, each as: how
 * many cells are passed over, how many follow, and those: a glyph's byte, with red, green and blue where the page has colors
 * of its own.
 */
export const writeDelta = (before: PackedCells, now: PackedCells, isColored: boolean, sink: ByteSink): void => {
  let end = 0;
  for (let i = 0; i < now.length; i++) {
    if (now[i] === before[i]) continue;
    const from = i;
    while (i < now.length && now[i] !== before[i]) i++;
    sink.putNumber(from - end);
    sink.putNumber(i - from);
    for (let at = from; at < i; at++) writeCell(now[at]!, isColored, sink);
    end = i;
  }
  before.set(now);
};

const writeCell = (cell: number, isColored: boolean, sink: ByteSink): void => {
  sink.put(cell >>> 24);
  if (!isColored) return;
  sink.put(cell & 255);
  sink.put((cell >> 8) & 255);
  sink.put((cell >> 16) & 255);
};

/** Brings a page up to date with what `writeDelta` has written. `ink` is the color of cells that have none of their own. */
export const applyDelta = (bytes: Uint8Array, cells: PackedCells, ink: number | null): void => {
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let times = 1; ; times *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * times;
      if (byte < 128) return value;
    }
  };
  for (let i = 0; at < bytes.length; ) {
    i += readNumber();
    for (let left = readNumber(); left > 0; left--, i++) {
      const glyph = (bytes[at++]! << 24) >>> 0;
      const color = ink ?? bytes[at++]! | (bytes[at++]! << 8) | (bytes[at++]! << 16);
      cells[i] = glyph === BLANK ? BLANK : (glyph | color) >>> 0;
    }
  }
};
