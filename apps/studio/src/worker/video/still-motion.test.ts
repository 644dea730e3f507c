import { describe, expect, it } from "vitest";
import { LOOP_SECONDS } from "./export-messages.ts";
import type { OpaquePage } from "./frame-sequence.ts";
import { createStillMotion, openStillMotion } from "./still-motion.ts";
import { cellFrame, linesOf, played, sequenceFrame } from "./testing.ts";

const LINES = Array.from({ length: 12 }, (_, row) => "Lumi glyph ::. #@ ".repeat(2).slice(row) + "x".repeat(row));

const MOSAIC = Array.from({ length: 12 }, (_, row) => (row % 2 === 0 ? "▀▄ █" : " \u{1cd00}█▄").repeat(6));

const pages: Readonly<Record<string, OpaquePage>> = {
  "in one ink": sequenceFrame(cellFrame(0, LINES), 1).page,
  "in color": sequenceFrame(cellFrame(0, LINES, { color: true }), 1).page,
  "on colors": sequenceFrame(cellFrame(0, LINES, { color: true, fill: 0.6 }), 1).page,
  "on paper": sequenceFrame(cellFrame(0, LINES, { background: "light", monoColor: "#1a1a1a" }), 1).page,
  "as a mosaic": sequenceFrame(cellFrame(0, MOSAIC, { color: true, charset: "octants" }), 1).page,
};

describe.each(["dissolve", "typewriter", "rain", "twinkle"] as const)("%s", (motion) => {
  it.each(Object.entries(pages))("of a page %s ends as it begins, in every cell", async (_, page) => {
    const frames = await played(openStillMotion(page, motion).frames());
    expect(frames.at(-1)!.page).toEqual(frames[0]!.page);
    expect(frames.length).toBe(76);
    const different = new Set(frames.map((frame) => JSON.stringify([linesOf(frame), frame.page.colors])));
    expect(different.size).toBeGreaterThan(20);
  });

  it("lasts three seconds without a gap, at other rates too", async () => {
    for (const fps of [10, 15, 24, 25, 30]) {
      const sequence = openStillMotion(pages["in one ink"]!, motion, fps);
      const frames = await played(sequence.frames());
      expect(frames.length).toBe(sequence.count);
      let end = 0;
      for (const { time, duration } of frames) {
        expect(time).toBeCloseTo(end, 9);
        // viewers of GIFs slow down shorter ones
        expect(duration).toBeGreaterThan(0.013);
        end = time + duration;
      }
      expect(end).toBeCloseTo(LOOP_SECONDS, 9);
    }
  });

  it("gives a few frames for the choice of colors", async () => {
    const count = (await played(openStillMotion(pages["in color"]!, motion).glimpses())).length;
    expect(count).toBeGreaterThan(3);
    expect(count).toBeLessThanOrEqual(8);
  });
});

it.each(["dissolve", "typewriter"] as const)(
  "%s begins with the page itself, and has a moment without it",
  (motion) => {
    for (const page of Object.values(pages)) {
      const pageAt = createStillMotion(page, motion);
      expect(pageAt(0)).toEqual(page);
      const inked = Array.from({ length: 75 }, (_, i) => pageAt(i / 75).glyphs.filter((glyph) => glyph !== 0).length);
      expect(Math.min(...inked)).toBeLessThan(0.1 * Math.max(...inked));
    }
  },
);

it("light stays between the page and its inks, or goes to white", () => {
  const { colors } = createStillMotion(pages["on paper"]!, "twinkle")(0.3);
  // dark ink on white is never darker than the ink
  expect(Math.min(...colors!)).toBeGreaterThanOrEqual(0x1a);
});
