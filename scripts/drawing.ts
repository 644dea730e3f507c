import { escapeMarkup } from "../packages/contract/src/markup.ts";
import { COMMON_FONTS } from "../packages/engine/src/encoders/encoder.ts";
import { textLines } from "../packages/engine/src/picture.ts";
import type { PipelineState } from "../packages/engine/src/pipeline-state.ts";

/** Colors of the figures. They bring their own background: the page around them may be light or dark. */
export const INK = {
  background: "#101014",
  text: "#dcdce0",
  quiet: "#8c8c96",
} as const;

/** Width of the figures and their margin. */
export const WIDTH = 960;
export const EDGE = 24;

/** An SVG with a title. */
export const figure = (title: string, width: number, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="14" fill="${INK.text}">
<title>${escapeMarkup(title)}</title>
<rect width="${width}" height="${height}" fill="${INK.background}"/>
${parts.join("\n")}
</svg>
`;

/** A line of text that starts at a point. */
export const text = (x: number, y: number, words: string): string =>
  `<text x="${short(x)}" y="${short(y)}" fill="${INK.quiet}">${escapeMarkup(words)}</text>`;

/** A cell at full size, in pixels. */
export const CELL = { width: 8, height: 16, baseline: 12.5, fontSize: 13.3 } as const;

/** The characters of a grid at full size, a text element for each row, without the blanks around it. */
export const characters = (state: PipelineState): string =>
  `<g font-family="${escapeMarkup(COMMON_FONTS)}" font-size="${CELL.fontSize}" fill="#e5e5e5" style="font-variant-ligatures:none">${textLines(state).map(rowOf).join("\n")}</g>`;

const rowOf = (line: string, row: number): string => {
  const ink = line.trim();
  if (ink === "") return "";
  const place = `x="${line.indexOf(ink) * CELL.width}" y="${row * CELL.height + CELL.baseline}"`;
  return `<text xml:space="preserve" ${place} textLength="${ink.length * CELL.width}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(ink)}</text>`;
};

/** A grid's size in pixels. */
export const sizeOf = ({ size }: PipelineState): { readonly width: number; readonly height: number } => ({
  width: size.columns * CELL.width,
  height: size.rows * CELL.height,
});

/** A number with at most two decimals. */
export const short = (value: number): string => `${Math.round(value * 100) / 100}`;

/** Step between the grays; 255 is one of them. */
const STEP = 5;

/**
 * A gray image as a path for each gray, with a stroke through the middle of each run of pixels; black is left out. Unlike a PNG
 * it has the same bytes on every machine.
 */
export const grayPaths = (
  width: number,
  height: number,
  byteAt: (x: number, y: number) => number,
): readonly string[] => {
  const runs = new Map<number, string[]>();
  const grayAt = (x: number, y: number): number => STEP * Math.round(byteAt(x, y) / STEP);
  for (let y = 0; y < height; y++) {
    for (let x = 0, end = 0; x < width; x = end) {
      for (end = x + 1; end < width && grayAt(end, y) === grayAt(x, y); ) end++;
      const gray = grayAt(x, y);
      if (gray > 0) runs.set(gray, [...(runs.get(gray) ?? []), `M${x} ${y}h${end - x}`]);
    }
  }
  return [...runs].map(([gray, strokes]) => `<path stroke="${hex(gray)}" d="${strokes.join("")}"/>`);
};

const hex = (gray: number): string => `#${gray.toString(16).padStart(2, "0").repeat(3)}`;
