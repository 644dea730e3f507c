import { encodeBase64, escapeMarkup } from "@lumiglyph/contract";
import { SHAPES } from "@lumiglyph/engine";
import { glyphsOf } from "@lumiglyph/engine/paint/page";
import { createByteSink } from "./byte-sink.ts";
import { blankCells, packCells, writeDelta } from "./cell-deltas.ts";
import type { OpaquePage, SequenceEncoder } from "./frame-sequence.ts";
import style from "./player.css?raw";
import script from "./player.js?raw";
import { type FrameStyle, styleOf } from "./recording.ts";

/** A page that plays the video, in one file. It loads nothing, and its own policy forbids it. */
export const encodeHtml: SequenceEncoder = async ({ sequence, name, onProgress }) => {
  const { columns, rows, cellAspect } = sequence.size;
  const [before, now] = [blankCells(columns * rows), blankCells(columns * rows)];
  const sink = createByteSink();
  const styles = new Map<string, number>();
  let firstLines: readonly string[] = [];
  let clock = 0;
  let frames = 0;
  let end = 0;
  for await (const { time, duration, page } of sequence.frames()) {
    packCells(page, now);
    if (frames === 0) firstLines = linesOf(page);
    const own = styleOf(page);
    const style = JSON.stringify(playedStyle(own));
    if (!styles.has(style)) styles.set(style, styles.size);
    const delta = createByteSink();
    writeDelta(before, now, own, delta);
    const wasAt = clock;
    clock = Math.round(time * 1000);
    sink.putNumber(clock - wasAt);
    sink.putNumber(styles.get(style)!);
    sink.putNumber(delta.size());
    sink.append(delta);
    end = time + duration;
    onProgress(++frames, sink.size());
  }
  const played = [...styles.keys()].map((style) => JSON.parse(style) as PlayedStyle);
  const video = {
    columns,
    rows,
    cellAspect,
    styles: played,
    shapes: shapesIn(played),
    end: Math.round(end * 1000),
    data: encodeBase64(await deflated(sink.toBlob())),
  };
  return new Blob([playerPage({ name, video, firstLines })], { type: "text/html;charset=utf-8" });
};

const playedStyle = ({ mosaic, ground, ink, isColored, isFilled }: FrameStyle): PlayedStyle => ({
  ...{ ground, ink, isColored, isFilled },
  glyphs: glyphsOf(mosaic).join(""),
});

const shapesIn = (styles: readonly PlayedStyle[]): PlayedVideo["shapes"] =>
  Object.fromEntries(
    Array.from(new Set(styles.map(({ glyphs }) => glyphs).join("")), (glyph) => [glyph, SHAPES.get(glyph)] as const)
      .filter(([, shape]) => shape !== undefined)
      .map(([glyph, shape]) => [glyph, [shape!.across, shape!.down, shape!.bits, shape!.share]]),
  );

const linesOf = ({ glyphs, mosaic, columns, rows }: OpaquePage): string[] => {
  const all = glyphsOf(mosaic);
  return Array.from({ length: rows }, (_, row) =>
    Array.from(glyphs.subarray(row * columns, (row + 1) * columns), (glyph) => all[glyph]).join(""),
  );
};

const deflated = async (bytes: Blob): Promise<Uint8Array> => {
  const packed = bytes.stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
};

/** A style with its glyphs. */
type PlayedStyle = Pick<FrameStyle, "ground" | "ink" | "isColored" | "isFilled"> & { readonly glyphs: string };

/** Data read by player.js. */
export type PlayedVideo = {
  readonly columns: number;
  readonly rows: number;
  readonly cellAspect: number;
  readonly styles: readonly PlayedStyle[];
  /** Of the glyphs that are drawn as rectangles: `across`, `down`, `bits` and `share` of the engine's `SHAPES`. */
  readonly shapes: { readonly [glyph: string]: readonly [number, number, number, number] };
  /** Milliseconds. */
  readonly end: number;
  /** Base64 of the frames, deflated (RFC 1951). */
  readonly data: string;
};

/** The player's page. Without scripting it shows the first frame. */
export const playerPage = ({
  name,
  video,
  firstLines,
}: {
  readonly name: string;
  readonly video: PlayedVideo;
  readonly firstLines: readonly string[];
}): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(name)}</title>
<style>${style}</style>
</head>
<body>
<main id="table">
<h1>${escapeMarkup(name)}</h1>
<figure id="frame">
<pre id="art" role="img" aria-label="${escapeMarkup(name)}, drawn in characters, ${video.columns} columns by ${video.rows} rows">
${escapeMarkup(firstLines.map((line) => `${line}\n`).join(""))}</pre>
<canvas id="ink" aria-hidden="true" hidden></canvas>
</figure>
</main>
<form id="form" aria-label="Player" hidden>
<button type="button" id="play">Play</button>
<input type="range" id="place" aria-label="Position" min="0" value="0">
<output id="time"></output>
<button type="button" id="loop" aria-pressed="true">Loop</button>
<button type="button" id="copy">Copy text</button>
<span id="said" role="status"></span>
</form>
<script type="application/json" id="video">${JSON.stringify(video).replaceAll("<", "\\u003c")}</script>
<script>${script}</script>
</body>
</html>
`;

/** CSP hashes of the player's script and style. A test compares them with the files and prints the new ones. */
export const SCRIPT_HASH = "sha256-lgTzQZ/jJV/80TqanQ0IFcCLWV8KPpX/Jvkmqy0bwPI=";
export const STYLE_HASH = "sha256-d+yEfxOfgjc/sNrrqBNQ01QBQsypw9A6icuuaMf7crg=";
