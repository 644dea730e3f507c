import { type Drawing, describeArt, type Encoder, escapeMarkup, FONT_STACK, runsOf } from "./encoder.ts";

/** Size of a cell in user units, and where its glyphs stand: the baseline that centers most fonts in it. */
const CELL = { width: 8, height: 16, baseline: 12.5, fontSize: 13.3 } as const;

/**
 * A standalone SVG (answers 2.10). Each run has its own place and length, so any fallback font keeps the grid; rows are
 * `text` elements whose contents are the rows of the plain text.
 */
export const svg: Encoder = (drawing) => {
  const width = drawing.size.columns * CELL.width;
  const height = drawing.size.rows * CELL.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" style="background:#000">
<title id="title">${describeArt(drawing.size)}</title>
<rect width="100%" height="100%" fill="#000"/>
<g font-family="${escapeMarkup(FONT_STACK)}" font-size="${CELL.fontSize}" fill="${drawing.params.monoColor}" style="font-variant-ligatures:none">
${drawing.lines.map((_, row) => rowOf(drawing, row)).join("\n")}
</g>
</svg>
`;
};

const rowOf = (drawing: Drawing, row: number): string => {
  const runs = runsOf(drawing, row);
  const y = row * CELL.height + CELL.baseline;
  const [only] = runs;
  if (runs.length === 1 && only !== undefined) {
    return `<text ${KEEP_BLANKS} y="${y}" ${placeOf(drawing, only)}>${escapeMarkup(only.text)}</text>`;
  }
  return `<text ${KEEP_BLANKS} y="${y}">${runs.map((run) => `<tspan ${placeOf(drawing, run)}>${escapeMarkup(run.text)}</tspan>`).join("")}</text>`;
};

/** On each row: browsers' own style sheets have `text` collapse blanks, whatever it would inherit. */
const KEEP_BLANKS = 'xml:space="preserve"';

const placeOf = (drawing: Drawing, run: { column: number; text: string; color: string }): string => {
  const fill = run.color === drawing.params.monoColor ? "" : ` fill="${run.color}"`;
  return `x="${run.column * CELL.width}" textLength="${[...run.text].length * CELL.width}" lengthAdjust="spacingAndGlyphs"${fill}`;
};
