import { escapeMarkup, mosaicOf } from "@lumiglyph/contract";
import type { RenderResult } from "../picture.ts";
import { describeArt, type Encoder, fontStack, paperOf, type Run, writeRows } from "./encoder.ts";
import { svg } from "./svg.ts";

/** A complete standalone document (answers 2.9): no script, no external requests, black or white background. */
export const html: Encoder = (result, colors) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${describeArt(result)}</title>
<style>
html { background: ${paperOf(result)}; color-scheme: ${result.params.background}; }
body { margin: 0; min-height: 100vh; display: grid; place-content: safe center; }
pre { margin: 0; padding: 1ch; color: ${result.params.monoColor}; font: ${fontSize(result)}/${lineHeight(result)} ${fontStack(result)}; font-variant-ligatures: none;${glowing(result)} }${filled(result)}
</style>
</head>
<body>
${artOf(result, colors)}
</body>
</html>
`;

/** Light around characters, in their own colors. */
const glowing = ({ params: { glow } }: RenderResult): string =>
  glow === 0 ? "" : ` text-shadow: 0 0 0.5em color-mix(in srgb, currentColor ${Math.round(100 * glow)}%, transparent);`;

/** Height of a line in em. A monospaced character is about 0.6 em wide. */
const lineHeight = ({ params }: RenderResult): string => `${Math.round(600 / params.cellAspect) / 1000}`;

/** A background is as high as its line box, not as its font. */
const filled = (result: RenderResult): string =>
  result.grounds === null ? "" : `\npre span { display: inline-block; height: ${lineHeight(result)}em; }`;

/** Rows of text, or rectangles for a mosaic, because few fonts have its glyphs. */
const artOf = (result: RenderResult, colors: Uint8Array | null): string => {
  if (mosaicOf(result.params.charset) !== null) return svg(result, colors).trim();
  const rows = writeRows(result, colors, (runs) => rowOf(runs, result.params.monoColor));
  return `<pre role="img" aria-label="${describeArt(result)}">${rows.join("\n")}
</pre>`;
};

/** Fits the grid into the window's width. */
const fontSize = ({ size }: RenderResult): string =>
  `clamp(4px, ${(100 / (0.61 * (size.columns + 2))).toFixed(3)}vw, 16px)`;

const rowOf = (runs: readonly Run[], monoColor: string): string =>
  runs
    .map(({ text, color, ground }) => {
      if (ground !== null) return `<span style="color:${color};background:${ground}">${escapeMarkup(text)}</span>`;
      return color === monoColor ? escapeMarkup(text) : `<span style="color:${color}">${escapeMarkup(text)}</span>`;
    })
    .join("");
