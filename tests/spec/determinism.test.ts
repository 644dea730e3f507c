import { type Raster, render } from "@lumiglyph/engine";
import { beforeAll, expect, test, vi } from "vitest";
import { optionsWith } from "../support/params.ts";
import { picture } from "./drawn.ts";

let raster: Raster;

beforeAll(async () => {
  raster = await picture("still-life.png");
});

const unexpected = (what: string) => () => {
  throw new Error(`${what} was asked for`);
};

for (const format of ["text", "ansi", "html", "json", "json-compact", "svg"] as const) {
  test(`${format} has the same bytes again, at another time, without clock or randomness (answers 2.12)`, () => {
    const options = optionsWith({ columns: 40, format, color: true, dither: true });
    const first = render(raster, options).body;
    vi.spyOn(Date, "now").mockImplementation(unexpected("the date"));
    vi.spyOn(performance, "now").mockImplementation(unexpected("the clock"));
    vi.spyOn(Math, "random").mockImplementation(unexpected("chance"));
    vi.spyOn(crypto, "randomUUID").mockImplementation(unexpected("an id"));
    try {
      const copy = { ...raster, data: Uint8Array.from(raster.data) };
      expect(render(copy, options).body).toBe(first);
    } finally {
      vi.restoreAllMocks();
    }
  });
}
