import type { RenderParams } from "@lumiglyph/contract";
import type { Frame } from "@lumiglyph/handoff";
import type { Proof } from "../darkroom/darkroom.ts";
import type { CellFrame } from "../darkroom/live.ts";
import { sheetOf } from "../darkroom/sheet.ts";
import type { Rgb } from "../paint/page.ts";

/** Turns what the darkroom gives into frames as they are handed over. Milliseconds since 1970 are when that happens. */
export type Framing = {
  readonly ofCells: (given: CellFrame, now: number) => Frame;
  readonly ofProof: (proof: Proof, now: number) => Frame;
};

export const createFraming = (): Framing => {
  const revisionOf = createRevisions();
  return {
    ofCells: ({ time, size, params, codebook, cells, inks }, now) => ({
      ...size,
      ...colorsOf(params),
      codebook,
      cells,
      rgb: inks,
      drawnAt: now,
      mediaTime: time,
      paramsRev: revisionOf(params),
    }),
    ofProof: ({ size, params, lines, colors }, now) => ({
      ...size,
      ...colorsOf(params),
      ...spelled(lines),
      rgb: params.color ? Uint8Array.from(colors) : null,
      drawnAt: now,
      mediaTime: null,
      paramsRev: revisionOf(params),
    }),
  };
};

/** Numbers that change when parameters do. */
const createRevisions = (): ((params: RenderParams) => number) => {
  let [revision, last] = [0, ""];
  return (params) => {
    const text = JSON.stringify(params);
    if (text !== last) [revision, last] = [revision + 1, text];
    return revision;
  };
};

const colorsOf = (params: RenderParams): Pick<Frame, "ink" | "ground"> => {
  const { ink, ground } = sheetOf(params);
  return { ink: numberOf(ink), ground: numberOf(ground) };
};

const numberOf = ([red, green, blue]: Rgb): number => (red << 16) | (green << 8) | blue;

/** Rows of characters as a codebook and places in it. */
const spelled = (lines: readonly string[]): Pick<Frame, "codebook" | "cells"> => {
  const characters = lines.flatMap((line) => [...line]);
  const places = new Map<string, number>();
  for (const character of characters) if (!places.has(character)) places.set(character, places.size);
  return {
    codebook: [...places.keys()].join(""),
    cells: Uint8Array.from(characters, (character) => places.get(character)!),
  };
};
