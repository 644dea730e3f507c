import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { noise } from "../../../../tests/support/rasters.ts";
import { partsHeight, partsWidth } from "../cells.ts";
import { ATLAS, atlasFor } from "../glyphs/atlas.ts";
import { type Kernels, PLAIN_KERNELS } from "../kernels.ts";
import type { Plane } from "../plane.ts";
import type { CellTask } from "../search/cell-task.ts";
import { masksOf } from "../search/masks.ts";
import { NEAR, paletteFor } from "../search/palettes.ts";
import { emptyPage, type TwoColors } from "../search/two-color-page.ts";
import { matchCells } from "../search/two-colors.ts";
import { loadKernels } from "./kernels.ts";

let wasm: Kernels;
beforeAll(async () => {
  wasm = await loadKernels(WebAssembly);
});

const MASKS = {
  letters: masksOf(ATLAS, [...ATLAS.glyphs.keys()]),
  few: masksOf(ATLAS, [0, 3, 40]),
  sextants: masksOf(atlasFor("sextants"), [...Array(32).keys()]),
  octants: masksOf(atlasFor("octants"), [...Array(128).keys()]),
};

const tasks = fc.record({
  columns: fc.integer({ min: 1, max: 7 }),
  rows: fc.integer({ min: 1, max: 5 }),
  masks: fc.constantFrom("letters", "few", "sextants", "octants"),
  colors: fc.constantFrom("truecolor", "16", "256"),
  fill: fc.constantFrom(0, 0.3, 0.5, 1),
  page: fc.constantFrom(0, 1),
  // how much parts and channels differ: even cells have ties
  range: fc.constantFrom(0, 0.01, 0.3, 1),
  keep: fc.constantFrom(0, 0.04),
  seed: fc.nat(),
});

test("plain and WebAssembly kernels fit the same glyphs and colors, bit for bit", () => {
  fc.assert(
    fc.property(tasks, ({ columns, rows, masks, colors, fill, page, range, keep, seed }) => {
      const next = noise(seed);
      const size = { columns, rows };
      const cells = columns * rows;
      const flags = (share: number): Uint8Array => Uint8Array.from({ length: cells }, () => Number(next() < share));
      const plane = (): Plane => {
        const [width, height, mean] = [partsWidth(columns), partsHeight(rows), next()];
        const data = Float32Array.from({ length: width * height }, () => mean * (1 - range) + next() * range);
        return { width, height, data };
      };
      const isMosaic = masks === "sextants" || masks === "octants";
      const liked = Uint8Array.from(flags(0.3), (is) => (is ? Math.floor(next() * 3) : 255));
      const worth = Float32Array.from({ length: cells }, () => next());
      const task: Omit<CellTask, "fitCells"> = {
        masks: MASKS[masks],
        size,
        wanted: [plane(), plane(), plane()],
        blank: next() < 0.5 ? flags(0.3) : null,
        look: isMosaic ? null : { fill, page: page as 0 | 1, liked, worth },
        palette: paletteFor(colors),
        tries: next() < 0.5 ? NEAR : 1,
        even: next() < 0.5 ? flags(0.3) : null,
        keep,
      };
      const open = [null, flags(0.7)];
      const drawn = ({ fitCells }: Kernels): TwoColors => {
        const out = emptyPage(size);
        for (const some of open) matchCells({ ...task, fitCells }, out, some);
        return out;
      };
      expect(drawn(wasm)).toEqual(drawn(PLAIN_KERNELS));
    }),
    { numRuns: 300 },
  );
});
