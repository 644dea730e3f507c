import type { RenderResult } from "../picture.ts";
import { describeArt, type Encoder, escapeMarkup, FONT_STACK, type Run, writeRows } from "./encoder.ts";

/** A complete standalone document (answers 2.9): no script, no external requests, black background. */
export const html: Encoder = (result, colors) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${describeArt(result.size)}</title>
<style>
html { background: #000; color-scheme: dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: safe center; }
pre { margin: 0; padding: 1ch; color: ${result.params.monoColor}; font: ${fontSize(result)}/1.2 ${FONT_STACK}; font-variant-ligatures: none; }
</style>
</head>
<body>
<pre role="img" aria-label="${describeArt(result.size)}">${writeRows(result, colors, (runs) => rowOf(runs, result.params.monoColor)).join("\n")}
</pre>
</body>
</html>
`;

/** Fits the grid into the window's width: a monospaced character is about 0.6 em wide. */
const fontSize = ({ size }: RenderResult): string =>
  `clamp(4px, ${(100 / (0.61 * (size.columns + 2))).toFixed(3)}vw, 16px)`;

const rowOf = (runs: readonly Run[], monoColor: string): string =>
  runs
    .map(({ text, color }) =>
      color === monoColor ? escapeMarkup(text) : `<span style="color:${color}">${escapeMarkup(text)}</span>`,
    )
    .join("");
