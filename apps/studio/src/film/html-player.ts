import { encodeBase64, type GridSize } from "@lumiglyph/contract";
import { ATLAS } from "@lumiglyph/engine";
import { createByteSink } from "./byte-sink.ts";
import { writeDelta } from "./delta.ts";
import type { SequenceEncoder } from "./encoder.ts";
import { blankCells, packCells } from "./packed-cells.ts";
import { playerPage } from "./player/player-page.ts";
import type { FrameStyle } from "./recording.ts";

/** A page that plays the film, in one file: it fetches nothing, and its own policy would not let it. */
export const encodeHtml: SequenceEncoder = async ({ sequence, name, onProgress }) => {
  const { columns, rows } = sequence.size;
  const [before, now] = [blankCells(columns * rows), blankCells(columns * rows)];
  const sink = createByteSink();
  const sheets = new Map<string, number>();
  let firstLines: readonly string[] = [];
  let clock = 0;
  let frames = 0;
  let end = 0;
  for await (const { time, duration, page } of sequence.frames()) {
    packCells(page, now);
    if (frames === 0) firstLines = linesOf(page.glyphs, sequence.size);
    const { ground, ink, colors } = page;
    const style = JSON.stringify({ ground, ink, isColored: colors !== null } satisfies FrameStyle);
    if (!sheets.has(style)) sheets.set(style, sheets.size);
    const delta = createByteSink();
    writeDelta(before, now, colors !== null, delta);
    const wasAt = clock;
    clock = Math.round(time * 1000);
    sink.putNumber(clock - wasAt);
    sink.putNumber(sheets.get(style)!);
    sink.putNumber(delta.size());
    sink.append(delta);
    end = time + duration;
    onProgress(++frames, sink.size());
  }
  const video = {
    columns,
    rows,
    glyphs: ATLAS.glyphs.join(""),
    sheets: [...sheets.keys()].map((style) => JSON.parse(style) as FrameStyle),
    end: Math.round(end * 1000),
    data: encodeBase64(await deflated(sink.toBlob())),
  };
  return new Blob([playerPage({ name, video, firstLines })], { type: "text/html;charset=utf-8" });
};

const linesOf = (glyphs: Uint8Array, { columns, rows }: GridSize): string[] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(glyphs.subarray(row * columns, (row + 1) * columns), (glyph) => ATLAS.glyphs[glyph]).join(""),
  );

const deflated = async (bytes: Blob): Promise<Uint8Array> => {
  const packed = bytes.stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
};
