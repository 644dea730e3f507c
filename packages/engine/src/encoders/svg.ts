import { describeArt, type Encoder, escapeMarkup, FONT_STACK, type Run, writeRows } from "./encoder.ts";

/** Size of a cell in user units, and the baseline that centers most fonts in it. */
const CELL = { width: 8, height: 16, baseline: 12.5, fontSize: 13.3 } as const;

/**
 * A standalone SVG (answers 2.10). Each run has its own position and length, so any fallback font keeps the grid; each row
 * is a `text` element whose content is the row of the plain text.
 */
export const svg: Encoder = (result, colors) => {
  const width = result.size.columns * CELL.width;
  const height = result.size.rows * CELL.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" style="background:#000">
<title id="title">${describeArt(result.size)}</title>
<rect width="100%" height="100%" fill="#000"/>
<g font-family="${escapeMarkup(FONT_STACK)}" font-size="${CELL.fontSize}" fill="${result.params.monoColor}" style="font-variant-ligatures:none">
${writeRows(result, colors, (runs, row) => rowOf(runs, row, result.params.monoColor)).join("\n")}
</g>
</svg>
`;
};

const rowOf = (runs: readonly Run[], row: number, monoColor: string): string => {
  const y = row * CELL.height + CELL.baseline;
  const [only] = runs;
  if (runs.length === 1 && only !== undefined) {
    return `<text ${KEEP_BLANKS} y="${y}" ${placeOf(only, monoColor)}>${escapeMarkup(only.text)}</text>`;
  }
  return `<text ${KEEP_BLANKS} y="${y}">${runs.map((run) => `<tspan ${placeOf(run, monoColor)}>${escapeMarkup(run.text)}</tspan>`).join("")}</text>`;
};

/** On each row, because browsers' style sheets make `text` collapse blanks whatever it inherits. */
const KEEP_BLANKS = 'xml:space="preserve"';

const placeOf = (run: Run, monoColor: string): string => {
  const fill = run.color === monoColor ? "" : ` fill="${run.color}"`;
  return `x="${run.column * CELL.width}" textLength="${[...run.text].length * CELL.width}" lengthAdjust="spacingAndGlyphs"${fill}`;
};
