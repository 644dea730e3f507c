import { expect, it } from "vitest";
import { estimateSize } from "./film-row.tsx";

const facts = { size: { columns: 120, rows: 45 }, frames: 720, seconds: 24, isColored: false };

it("of a video is what its encoder is told, whatever is in it", () => {
  expect(estimateSize("mp4", facts)).toBe(12_441_600);
  expect(estimateSize("webm", { ...facts, isColored: true })).toBe(12_441_600);
});

it("of what keeps changes alone depends on cells, frames and colors", () => {
  expect(Math.round(estimateSize("html", facts))).toBe(466_560);
  expect(Math.round(estimateSize("cast", { ...facts, isColored: true }))).toBe(25_272_000);
});

it("of a GIF depends on its pixels", () => {
  expect(Math.round(estimateSize("gif", facts))).toBe(7_464_960);
});
