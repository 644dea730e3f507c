import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CellFrame } from "../worker/live-feed.ts";
import type { SequenceFrame } from "../worker/video/frame-sequence.ts";
import { openRecording } from "../worker/video/recording.ts";
import { cellFrame, linesOf, played, sequenceFrame } from "../worker/video/testing.ts";
import { createRecorder, recordFrames } from "./recording.ts";

const recorded = (frames: readonly CellFrame[], limits?: Parameters<typeof createRecorder>[0]) => {
  const recorder = createRecorder(limits);
  const ends = frames.map(recorder.take);
  return { recording: recorder.finish()!, ends };
};

describe("a recording", () => {
  it("restores every frame with its colors and time", async () => {
    const frames = [
      cellFrame(7, ["ab ", "  c"]),
      cellFrame(7.04, ["ab ", " dc"]),
      cellFrame(7.1, ["ab ", " dc"], { color: true }),
      cellFrame(7.2, ["xb ", " dc"], { color: true }, (cell) => [255, cell, 0]),
      cellFrame(7.25, ["xb ", " dc"], { invert: true }),
      cellFrame(7.3, ["xb ", " dc"], { color: true, fill: 0.6 }),
      cellFrame(7.35, ["▀▁ ", " \u{1cd00}█"], { color: true, fill: 1, charset: "octants" }),
    ];
    const { recording, ends } = recorded(frames);
    expect(ends).toEqual(frames.map(() => null));
    const shown = await played(openRecording(recording).frames());
    expect(shown.map(linesOf)).toEqual([
      ["ab ", "  c"],
      ["ab ", " dc"],
      ["ab ", " dc"],
      ["xb ", " dc"],
      ["xb ", " dc"],
      ["xb ", " dc"],
      ["▀▁ ", " \u{1cd00}█"],
    ]);
    expect(shown.map(({ time }) => Number(time.toFixed(6)))).toEqual([0, 0.04, 0.1, 0.2, 0.25, 0.3, 0.35]);
    expect(shown.map(({ duration }) => Number(duration.toFixed(4)))).toEqual([
      0.04, 0.06, 0.1, 0.05, 0.05, 0.05, 0.0333,
    ]);
    expect(shown.map(({ page }) => page.colors && [...page.colors.subarray(0, 3)])).toEqual([
      null,
      null,
      [0, 100, 200],
      [255, 0, 0],
      null,
      [0, 100, 200],
      [0, 100, 200],
    ]);
    expect(shown.map(({ page }) => page.ground[0])).toEqual([0, 0, 0, 0, 0xf5, 0, 0]);
    expect(shown.map(({ page }) => page.grounds && [...page.grounds.subarray(0, 3)])).toEqual([
      ...[null, null, null, null, null],
      [1, 100, 200],
      [1, 100, 200],
    ]);
  });

  it("restores any frames", async () => {
    const glyphs = fc.constantFrom(..." .:-=+*#%@░▓");
    const lines = fc.array(fc.array(glyphs, { minLength: 9, maxLength: 9 }), { minLength: 4, maxLength: 4 });
    const colors = fc.constantFrom({ color: false }, { color: true }, { color: true, fill: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(lines, colors, fc.integer()), { minLength: 1 }), async (shots) => {
        const frames = shots.map(([rows, colored, seed], i) =>
          cellFrame(
            i / 30,
            rows.map((row) => row.join("")),
            colored,
            (cell) => [seed & 255, cell, (seed >> 8) & 255],
          ),
        );
        const shown = await played(openRecording(recorded(frames).recording).frames());
        expect(shown.map(cellsOf)).toEqual(frames.map((frame) => cellsOf(sequenceFrame(frame, 0))));
      }),
      { numRuns: 40 },
    );
  });

  it("stores only changes", () => {
    const lines = Array.from({ length: 50 }, (_, row) => "#".repeat(row + 1).padEnd(100, "."));
    const { recording } = recorded([
      cellFrame(0, lines),
      cellFrame(0.1, lines),
      cellFrame(0.2, [...lines.slice(0, 49), lines[49]!.replace("#", "@")]),
    ]);
    const [first, second, third] = recording.frames.map(({ end }) => end);
    expect(first).toBeLessThan(5010);
    expect([second! - first!, third! - second!]).toEqual([0, 4]);
  });

  it("continues when time jumps back, as after a loop", () => {
    const { recording } = recorded([cellFrame(5, ["a"]), cellFrame(5.1, ["b"]), cellFrame(0, ["a"])]);
    expect(recording.frames.map(({ time }) => Number(time.toFixed(4)))).toEqual([0, 0.1, 0.1333]);
  });

  it("ends when full, too long, or when the grid changes, and keeps its frames", () => {
    const frames = Array.from({ length: 20 }, (_, i) => cellFrame(i / 10, [i % 2 === 0 ? "aaaa" : "bbbb"]));
    expect(recorded(frames, { bytes: 30, seconds: 60 }).recording).toMatchObject({ end: "full" });
    expect(recorded(frames, { bytes: 30, seconds: 60 }).ends.indexOf("full")).toBe(5);
    expect(recorded(frames, { bytes: 1e6, seconds: 1 }).recording.frames).toHaveLength(11);
    const { recording, ends } = recorded([cellFrame(0, ["ab"]), cellFrame(0.1, ["abc"]), cellFrame(0.2, ["ab"])]);
    expect(ends).toEqual([null, "regridded", "regridded"]);
    expect([recording.end, recording.frames.length]).toEqual(["regridded", 1]);
  });

  it("yields at most eight sample frames, spread over its length", async () => {
    const frames = Array.from({ length: 100 }, (_, i) => cellFrame(i, [String(i % 10)]));
    const glimpses = await played(openRecording(recorded(frames).recording).glimpses());
    expect(glimpses.map(({ time }) => time)).toEqual([0, 13, 26, 39, 52, 65, 78, 91]);
  });
});

describe("recordFrames", () => {
  const createTap = () => {
    const takers = new Set<(frame: CellFrame) => void>();
    return {
      takers,
      onCells: (take: (frame: CellFrame) => void) => {
        takers.add(take);
        return () => void takers.delete(take);
      },
      show: (frame: CellFrame) => [...takers].map((take) => take(frame)),
    };
  };

  it("records shown frames until stopped", () => {
    const { onCells, show, takers } = createTap();
    const { seconds, stop } = recordFrames(onCells, () => {});
    for (let i = 0; i < 61; i++) show(cellFrame(i / 30, ["a"]));
    expect(seconds.value).toBe(2);
    expect(stop()?.frames).toHaveLength(61);
    expect(takers.size).toBe(0);
  });

  it("reports once why it stopped by itself, and still returns its frames", () => {
    const { onCells, show, takers } = createTap();
    const ends: string[] = [];
    const { stop } = recordFrames(onCells, (why) => ends.push(why), { bytes: 1e6, seconds: 1 });
    for (let i = 0; i < 40; i++) show(cellFrame(i / 10, ["a"]));
    expect([ends, takers.size, stop()?.end]).toEqual([["long"], 0, "long"]);
  });

  it("returns null if no frame was shown", () => {
    expect(recordFrames(createTap().onCells, () => {}).stop()).toBeNull();
  });
});

/** The visible part of a frame: blanks have no color. */
const cellsOf = ({ page: { glyphs, colors, grounds, ink } }: SequenceFrame): string[] =>
  Array.from(glyphs, (glyph, i) => {
    const color = colors === null ? ink : [...colors.subarray(3 * i, 3 * i + 3)];
    const inked = glyph === 0 || BLANK.has(glyph) ? "" : `${glyph} ${color}`;
    return `${inked} on ${grounds?.subarray(3 * i, 3 * i + 3)}`;
  });

const BLANK = new Set([...sequenceFrame(cellFrame(0, [" "]), 0).page.glyphs]);
