import type { FormatId, QualityEvidence, RenderOptions } from "@lumiglyph/contract";
import {
  finish,
  type Kernels,
  type LiveFrame,
  openPicture,
  type Raster,
  type RenderResult,
  type SourceInfo,
  type Steps,
  unmeasured,
  writesColors,
} from "@lumiglyph/engine";
import { pageStyle } from "@lumiglyph/engine/paint/page";
import type { OpenImage } from "../open-image.ts";

export type LiveResultParts = {
  readonly frame: LiveFrame;
  readonly quality: QualityEvidence;
  /** The raster the frame was rendered from. */
  readonly raster: Raster;
  readonly source: SourceInfo;
  readonly kernels: Kernels;
};

/** A feed's frame as a result, valid while it is the current one. */
export const liveResult = ({ frame, quality, raster, source, kernels }: LiveResultParts): RenderResult => {
  const { size, params, characters, cells, levels } = frame;
  const glyphs = frame.evidence();
  const lines = (): readonly string[] => linesOf(frame);
  const colors = (format: FormatId): Uint8Array | null => {
    if (!writesColors(params, format)) return null;
    return frame.inks ?? finish(openPicture(raster, { source, kernels }).sketch(params)).inks();
  };
  const inks = (): Uint8Array<ArrayBuffer> =>
    frame.inks === null ? filled(size.columns * size.rows, pageStyle(params).ink) : Uint8Array.from(frame.inks);
  return {
    size,
    params,
    glyphs,
    quality,
    characters,
    cells,
    lines,
    inks,
    tones: frame.tones,
    levels,
    source,
    colors,
    grounds: frame.grounds && Uint8Array.from(frame.grounds),
  };
};

const linesOf = ({ size, characters, cells }: LiveFrame): readonly string[] => {
  const codes = Uint32Array.from(characters, (glyph) => glyph.codePointAt(0)!);
  const line = new Uint32Array(size.columns);
  return Array.from({ length: size.rows }, (_, row) => {
    for (let column = 0; column < line.length; column++) line[column] = codes[cells[row * line.length + column]!]!;
    return String.fromCodePoint(...line);
  });
};

/** One color, three bytes per cell. */
const filled = (cells: number, color: readonly number[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(3 * cells);
  for (let i = 0; i < bytes.length; i++) bytes[i] = color[i % 3]!;
  return bytes;
};

export type LiveImageParts = Omit<LiveResultParts, "quality"> & {
  /** The frame's quality, if measured. */
  readonly quality: QualityEvidence | null;
  /** Measures it. */
  readonly measure: () => Steps<QualityEvidence | null>;
};

/** The current frame as an image that can be queried. Always returns what is shown, whatever the parameters. */
export const liveImage = ({ quality, measure, ...parts }: LiveImageParts): OpenImage => {
  const frame = kept(parts.frame);
  const raster = { ...parts.raster, data: parts.raster.data.slice() };
  const render = function* (_options: RenderOptions): Steps<RenderResult> {
    const measured = quality ?? (yield* measure()) ?? unmeasured(frame.params);
    return liveResult({ ...parts, frame, raster, quality: measured });
  };
  return { raster, source: parts.source, isGlance: false, sketch: render, render, isKept: () => true };
};

/** A copy that stays valid when the feed continues. */
const kept = (frame: LiveFrame): LiveFrame => {
  const tones = frame.tones();
  return {
    ...frame,
    cells: frame.cells.slice(),
    glyphs: frame.glyphs.slice(),
    inks: frame.inks?.slice() ?? null,
    grounds: frame.grounds?.slice() ?? null,
    tones: () => tones,
  };
};
