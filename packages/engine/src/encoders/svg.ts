import { escapeMarkup, mosaicOf, type RenderParams } from "@lumiglyph/contract";
import { SHAPES, type Shape } from "../glyphs/mosaics.ts";
import type { RenderResult } from "../picture.ts";
import { describeArt, type Encoder, fontStack, paperOf, type Run, writeRows } from "./encoder.ts";

/** Size of a cell in user units, and the baseline that centers most fonts in it. */
type Cell = { readonly width: number; readonly height: number; readonly baseline: number };

const cellOf = ({ cellAspect }: RenderParams): Cell => {
  const height = Math.round((100 * CELL_WIDTH) / cellAspect) / 100;
  return { width: CELL_WIDTH, height, baseline: height / 2 + 4.5 };
};

const CELL_WIDTH = 8;

/** With which a character of most fonts is as wide as a cell. */
const FONT_SIZE = 13.3;

/**
 * A standalone SVG (answers 2.10). Each run has its own position and length, so any fallback font keeps the grid; each row
 * is a `text` element whose content is the row of the plain text. Mosaics are drawn as rectangles, because few fonts have
 * their glyphs.
 */
export const svg: Encoder = (result, colors) => {
  const paper = paperOf(result);
  return documentOf(
    result,
    ` style="background:${paper}"`,
    `<rect width="100%" height="100%" fill="${paper}"/>
${revealing(glowing(contentOf(result, colors), result.params), result)}`,
  );
};

/** A dark and a light page of one picture in one file; the viewer's color scheme selects one. */
export const svgForThemes = (dark: RenderResult, light: RenderResult): string => {
  const page = (result: RenderResult, name: string): string => `<g class="${name}">
<rect width="100%" height="100%" fill="${paperOf(result)}"/>
${glowing(contentOf(result, result.colors("svg")), result.params, name)}
</g>`;
  return documentOf(
    dark,
    "",
    `<style>.art-on-light{display:none}@media(prefers-color-scheme:light){.art-on-dark{display:none}.art-on-light{display:inline}}</style>
${revealing(`${page(dark, "art-on-dark")}\n${page(light, "art-on-light")}`, dark)}`,
  );
};

const documentOf = (result: RenderResult, style: string, content: string): string => {
  const cell = cellOf(result.params);
  const width = result.size.columns * cell.width;
  const height = short(result.size.rows * cell.height);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title"${style}>
<title id="title">${describeArt(result)}</title>
${content}
</svg>
`;
};

/** Content that appears line by line: its clip path grows by one row at a time. */
const revealing = (content: string, { params: { reveal }, size }: RenderResult): string =>
  reveal === 0
    ? content
    : `<style>#art-shown{transform-origin:0 0;animation:art-reveal ${short(reveal)}s steps(${size.rows})}@keyframes art-reveal{from{transform:scaleY(0)}}@media(prefers-reduced-motion:reduce){#art-shown{animation:none}}</style>
<clipPath id="art-reveal"><rect id="art-shown" width="100%" height="100%"/></clipPath>
<g clip-path="url(#art-reveal)">
${content}
</g>`;

/** Content with light around it: a blurred copy below the characters, in their colors. */
const glowing = (content: string, { glow }: RenderParams, name = ""): string =>
  glow === 0
    ? content
    : `<filter id="glow${name}" x="0" y="0" width="100%" height="100%"><feGaussianBlur stdDeviation="${GLOW_BLUR}"/><feComponentTransfer><feFuncA type="linear" slope="${short(GLOW_GAIN * glow)}"/></feComponentTransfer><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>
<g filter="url(#glow${name})">
${content}
</g>`;

/** Radius of the light in user units, and its gain over a plain blur. */
const GLOW_BLUR = CELL_WIDTH / 2;
const GLOW_GAIN = 2;

const contentOf = (result: RenderResult, colors: Uint8Array | null): string => {
  const { monoColor, charset } = result.params;
  const rows = (write: (runs: readonly Run[], row: number) => string): string =>
    writeRows(result, colors, write).filter(Boolean).join("\n");
  const cell = cellOf(result.params);
  const grounds =
    result.grounds === null || colors === null
      ? ""
      : rows((runs, row) => groundsOf(cell, runs, row, result.size.columns));
  const behind = grounds === "" ? "" : `<g shape-rendering="crispEdges">\n${grounds}\n</g>\n`;
  if (mosaicOf(charset) !== null) {
    const write = shapeWriter(cell, monoColor);
    return `${behind}<g shape-rendering="crispEdges" fill="${monoColor}">\n${rows(write)}\n</g>`;
  }
  return `${behind}<g font-family="${escapeMarkup(fontStack(result))}" font-size="${FONT_SIZE}" fill="${monoColor}" style="font-variant-ligatures:none">
${rows((runs, row) => rowOf(cell, runs, row, monoColor))}
</g>`;
};

const rowOf = (cell: Cell, runs: readonly Run[], row: number, monoColor: string): string => {
  const y = short(row * cell.height + cell.baseline);
  const [only] = runs;
  if (runs.length === 1 && only !== undefined) {
    return `<text ${KEEP_BLANKS} y="${y}" ${placeOf(only, monoColor)}>${escapeMarkup(only.text)}</text>`;
  }
  return `<text ${KEEP_BLANKS} y="${y}">${runs.map((run) => `<tspan ${placeOf(run, monoColor)}>${escapeMarkup(run.text)}</tspan>`).join("")}</text>`;
};

/**
 * Set on each row, because browsers' style sheets make `text` collapse blanks regardless of
 * inheritance.
 */
const KEEP_BLANKS = 'xml:space="preserve"';

const placeOf = (run: Run, monoColor: string): string => {
  const fill = run.color === monoColor ? "" : ` fill="${run.color}"`;
  return `x="${run.column * CELL_WIDTH}" textLength="${widthOf(run)}" lengthAdjust="spacingAndGlyphs"${fill}`;
};

const widthOf = ({ text }: Run): number => [...text].length * CELL_WIDTH;

/**
 * The backgrounds of a row, one rectangle for neighbors of one color. A row is joined from parts at
 * once: a page of concatenated strings is a tree of millions of nodes, which the garbage collector
 * copies repeatedly.
 */
const groundsOf = (cell: Cell, runs: readonly Run[], row: number, columns: number): string => {
  const y = short(row * cell.height);
  const height = `${cell.height}`;
  const parts: string[] = [];
  runs.forEach((run, at) => {
    if (run.ground === null || run.ground === runs[at - 1]?.ground) return;
    let end = at + 1;
    while (runs[end]?.ground === run.ground) end++;
    const right = runs[end]?.column ?? columns;
    const x = run.column * cell.width;
    parts.push(`<path fill="`, run.ground, `" d="M${x} `, y, `H${right * cell.width}v`, height, `H${x}z"/>`);
  });
  return parts.join("");
};

/**
 * Writes the inked rectangles of a mosaic's row. Shades are whole cells in thinner ink, in separate
 * paths.
 */
const shapeWriter = (cell: Cell, monoColor: string): ((runs: readonly Run[], row: number) => string) => {
  // made once for a page, because a large page has a million rectangles
  const tops: number[] = [];
  const shapes = new Map(
    Array.from(SHAPES, ([glyph, shape]) => [glyph, { ...shape, rectangles: rectanglesOf(shape, cell, tops) }]),
  );
  return (runs, row) => {
    const ys = tops.map((top) => short(row * cell.height + top));
    const parts: string[] = [];
    for (const { text, column, color } of runs) {
      let opacity = 0;
      let x = column * cell.width;
      for (const glyph of text) {
        const { share, rectangles } = shapes.get(glyph)!;
        for (const { left, top, rest } of rectangles) {
          if (opacity !== share) {
            if (opacity !== 0) parts.push('"/>');
            parts.push("<path", color === monoColor ? "" : ` fill="${color}"`);
            parts.push(share === 1 ? "" : ` fill-opacity="${share}"`, ' d="');
            opacity = share;
          }
          parts.push("M", `${x + left} `, ys[top]!, rest);
        }
        x += cell.width;
      }
      if (opacity !== 0) parts.push('"/>');
    }
    return parts.join("");
  };
};

/**
 * The rectangles of a shape; rows that are alike share one. Each has its left edge in the cell, the
 * index of its top among those in use, and the rest of its path.
 */
const rectanglesOf = ({ across, down, bits }: Shape, cell: Cell, tops: number[]) => {
  const lineOf = (line: number): number => (line < down ? (bits >> (line * across)) & ((1 << across) - 1) : -1);
  const part = { width: cell.width / across, height: cell.height / down };
  const rectangles: { left: number; top: number; rest: string }[] = [];
  for (let line = 0, end = 0; line < down; line = end) {
    const inked = lineOf(line);
    while (lineOf(end) === inked) end++;
    if (inked === 0) continue;
    const first = 31 - Math.clz32(inked & -inked);
    const width = (32 - Math.clz32(inked) - first) * part.width;
    if (!tops.includes(line * part.height)) tops.push(line * part.height);
    const rest = `h${width}v${short((end - line) * part.height)}h-${width}z`;
    rectangles.push({ left: first * part.width, top: tops.indexOf(line * part.height), rest });
  }
  return rectangles;
};

const short = (value: number): string => `${Math.round(100 * value) / 100}`;
