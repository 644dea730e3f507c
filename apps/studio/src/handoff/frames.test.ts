import { linesOf } from "@lumiglyph/handoff";
import { expect, test } from "vitest";
import { createFraming } from "./create-handoff.ts";
import { cellsWith, previewWith } from "./testing.ts";

test("a proof is spelled by the glyphs that it has", () => {
  const frame = createFraming().ofPreview(previewWith(["@. ", " ⣿@"]), 5);
  expect(frame).toMatchObject({ columns: 3, rows: 2, codebook: "@. ⣿", drawnAt: 5, mediaTime: null, rgb: null });
  expect(linesOf(frame)).toEqual(["@. ", " ⣿@"]);
});

test("colors go along where there are some, as a copy: what is sent is gone", () => {
  const preview = previewWith(["@."], { color: true });
  const { rgb } = createFraming().ofPreview(preview, 0);
  expect([...rgb!]).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rgb!.buffer).not.toBe(preview.colors.buffer);
});

test("ink and ground are those that the studio shows", () => {
  const framing = createFraming();
  expect(framing.ofPreview(previewWith(["@"]), 0)).toMatchObject({ ink: 0xe5e5e5, ground: 0x000000 });
  expect(framing.ofPreview(previewWith(["@"], { monoColor: "#ff8000" }), 0)).toMatchObject({ ink: 0xff8000 });
  expect(framing.ofPreview(previewWith(["@"], { invert: true }), 0)).toMatchObject({ ink: 0x232838, ground: 0xf5f2ea });
});

test("a live frame keeps its own codebook, colors and time", () => {
  const inks = Uint8Array.of(1, 2, 3, 4, 5, 6);
  const frame = createFraming().ofCells(cellsWith(" @", [1, 0], { time: 2.5, inks }), 7);
  expect(frame).toMatchObject({ columns: 2, rows: 1, codebook: " @", rgb: inks, drawnAt: 7, mediaTime: 2.5 });
});

test("the revision changes with the parameters, and only with them", () => {
  const framing = createFraming();
  const revisions = [{}, {}, { contrast: 1.5 }, { contrast: 1.5 }, {}].map(
    (params) => framing.ofPreview(previewWith(["@"], params), 0).paramsRev,
  );
  expect(revisions).toEqual([1, 1, 2, 2, 3]);
});
