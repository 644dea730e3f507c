import { expect, it } from "vitest";
import { filmEstimate } from "./film-row.tsx";

const facts = { size: { columns: 120, rows: 45 }, frames: 720, seconds: 24, isColored: false };

it("of a video is what its encoder is told, whatever is in it", () => {
  expect(filmEstimate("mp4", facts)).toBe(12_441_600);
  expect(filmEstimate("webm", { ...facts, isColored: true })).toBe(12_441_600);
});

it("of what keeps changes alone depends on cells, frames and colors", () => {
  expect(Math.round(filmEstimate("html", facts))).toBe(466_560);
  expect(Math.round(filmEstimate("cast", { ...facts, isColored: true }))).toBe(25_272_000);
});

it("of a GIF depends on its pixels", () => {
  expect(Math.round(filmEstimate("gif", facts))).toBe(7_464_960);
});
