import { gridFor, MAX_CELLS } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import { faultCard, fittingColumns } from "./fault-cards.ts";

const idle = { pick() {}, shrink() {}, useColumns() {}, openCamera() {} };

describe("faultCard", () => {
  it("states a picture's size and the limit", () => {
    const card = faultCard({ code: "image_too_many_pixels", size: { width: 7212, height: 7211 } }, idle);
    expect(card.says).toBe("It has 53 million pixels; the limit is 40. Shrink it to a side of 6,300 or less.");
  });

  it("never rounds a size over the limit down to it", () => {
    const card = faultCard({ code: "image_too_many_pixels", size: { width: 8000, height: 5001 } }, idle);
    expect(card.says).toBe("It has 41 million pixels; the limit is 40. Shrink it to a side of 7,900 or less.");
  });

  it("sets the columns that fit", () => {
    const used: number[] = [];
    const card = faultCard(
      { code: "grid_too_large", fitting: 312 },
      { ...idle, useColumns: (columns) => used.push(columns) },
    );
    expect([card.title, card.says, card.ways.map(({ label }) => label)]).toEqual([
      "Too many characters",
      "This picture fits at up to 312 columns.",
      ["Use 312 columns"],
    ]);
    card.ways[0]?.go();
    expect(used).toEqual([312]);
  });

  it("offers another file if no columns fit", () => {
    const card = faultCard({ code: "grid_too_large", fitting: null }, idle);
    expect([card.says, card.ways.map(({ label }) => label)]).toEqual([
      "This picture is too tall for any number of columns. Crop it, then drop it here.",
      ["Open another file"],
    ]);
  });
});

describe("the card of a camera", () => {
  it("offers to try again, or a video", () => {
    const went: string[] = [];
    const out = { ...idle, openCamera: () => went.push("camera"), pick: (kind?: string) => went.push(`${kind} file`) };
    for (const code of ["permission_denied", "camera_not_found", "camera_busy", "camera_unplugged"] as const) {
      const { ways } = faultCard({ code }, out);
      expect(ways.map(({ label }) => label)).toEqual(["Try again", "Use a video file instead"]);
      for (const { go } of ways) go();
    }
    expect(went.slice(0, 2)).toEqual(["camera", "video file"]);
  });

  it("offers only a video if another try would change nothing", () => {
    expect(faultCard({ code: "insecure_page" }, idle).ways.map(({ label }) => label)).toEqual([
      "Use a video file instead",
    ]);
  });
});

describe("fittingColumns", () => {
  it("is the most within the cell limit, and null if eight are too many", () => {
    const size = { width: 10, height: 400 };
    const fitting = fittingColumns(size, 400)!;
    expect(fitting).toBe(109);
    expect(fitting * gridFor({ columns: fitting }, 10, 400).rows).toBeLessThanOrEqual(MAX_CELLS);
    expect((fitting + 1) * gridFor({ columns: fitting + 1 }, 10, 400).rows).toBeGreaterThan(MAX_CELLS);
    expect(fittingColumns({ width: 1, height: 12_000 }, 400)).toBeNull();
  });
});
