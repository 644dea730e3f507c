import { encodeBase64, type GridSize } from "@lumiglyph/contract";
import { ATLAS } from "@lumiglyph/engine";
import { createByteSink } from "./byte-sink.ts";
import { writeDelta } from "./delta.ts";
import type { FilmEncoder } from "./encoder.ts";
import { blankCells, packCells } from "./packed-cells.ts";
import { playerPage } from "./player/player-page.ts";
import type { FilmSheet } from "./recording.ts";

/** A page that plays the film, in one file: it fetches nothing, and its own policy would not let it. */
export const encodeHtml: FilmEncoder = async ({ reel, name, tell }) => {
  const { columns, rows } = reel.size;
  const [before, now] = [blankCells(columns * rows), blankCells(columns * rows)];
  const sink = createByteSink();
  const sheets = new Map<string, number>();
  let firstLines: readonly string[] = [];
  let clock = 0;
  let frames = 0;
  let end = 0;
  for await (const { time, duration, page } of reel.frames()) {
    packCells(page, now);
    if (frames === 0) firstLines = linesOf(page.glyphs, reel.size);
    const { ground, ink, colors } = page;
    const sheet = JSON.stringify({ ground, ink, isColored: colors !== null } satisfies FilmSheet);
    if (!sheets.has(sheet)) sheets.set(sheet, sheets.size);
    const delta = createByteSink();
    writeDelta(before, now, colors !== null, delta);
    const wasAt = clock;
    clock = Math.round(time * 1000);
    sink.putNumber(clock - wasAt);
    sink.putNumber(sheets.get(sheet)!);
    sink.putNumber(delta.size());
    sink.append(delta);
    end = time + duration;
    tell(++frames, sink.size());
  }
  const film = {
    columns,
    rows,
    glyphs: ATLAS.glyphs.join(""),
    sheets: [...sheets.keys()].map((sheet) => JSON.parse(sheet) as FilmSheet),
    end: Math.round(end * 1000),
    data: encodeBase64(await deflated(sink.toBlob())),
  };
  return new Blob([playerPage({ name, film, firstLines })], { type: "text/html;charset=utf-8" });
};

const linesOf = (glyphs: Uint8Array, { columns, rows }: GridSize): string[] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(glyphs.subarray(row * columns, (row + 1) * columns), (glyph) => ATLAS.glyphs[glyph]).join(""),
  );

const deflated = async (bytes: Blob): Promise<Uint8Array> => {
  const packed = bytes.stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
};
