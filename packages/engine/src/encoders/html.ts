import { type Drawing, describeArt, type Encoder, escapeMarkup, FONT_STACK, runsOf } from "./encoder.ts";
/** A complete standalone document (answers 2.9): no script, no request to anywhere, black behind. */
export const html: Encoder = (drawing) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${describeArt(drawing.size)}</title>
<style>
html { background: #000; color-scheme: dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: safe center; }
pre { margin: 0; padding: 1ch; color: ${drawing.params.monoColor}; font: ${fontSize(drawing)}/1.2 ${FONT_STACK}; font-variant-ligatures: none; }
</style>
</head>
<body>
<pre role="img" aria-label="${describeArt(drawing.size)}">${drawing.lines.map((_, row) => rowOf(drawing, row)).join("\n")}
</pre>
</body>
</html>
`;

/** Fits the whole width of the picture into the window: a monospaced character is about 0.6 em wide. */
const fontSize = ({ size }: Drawing): string => `clamp(4px, ${(100 / (0.61 * (size.columns + 2))).toFixed(3)}vw, 16px)`;

const rowOf = (drawing: Drawing, row: number): string =>
  runsOf(drawing, row)
    .map(({ text, color }) =>
      color === drawing.params.monoColor
        ? escapeMarkup(text)
        : `<span style="color:${color}">${escapeMarkup(text)}</span>`,
    )
    .join("");
