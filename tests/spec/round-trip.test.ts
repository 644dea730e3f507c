import { gridSize, type RenderOptions, type RenderParams } from "@lumiglyph/contract";
import {
  artRaster,
  cellRaster,
  finish,
  fitLeastSquares,
  luminancePsnr,
  openPicture,
  PLAIN_KERNELS,
  type Raster,
  readArt,
  render,
} from "@lumiglyph/engine";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { decodeCells } from "../../packages/engine/src/decoders/tone.ts";
import { ATLAS } from "../../packages/engine/src/glyphs/atlas.ts";
import { drawnGlyphs } from "../../packages/engine/src/glyphs/codebook.ts";
import { resizeByArea } from "../../packages/engine/src/math/area.ts";
import { LIGHT_OF_BYTE } from "../../packages/engine/src/math/srgb.ts";
import { PIPELINE, runStages } from "../../packages/engine/src/pipeline.ts";
import { unwatched } from "../../packages/engine/src/stage.ts";
import { luminance } from "../../packages/engine/src/stages/luminance.ts";
import { optionsWith, paramsWith, validParams } from "../support/params.ts";
import { initialStateOf } from "../support/pipeline-state.ts";
import { paintGray, rasters } from "../support/rasters.ts";
import { picture } from "./drawn.ts";

const NAMES = ["koi", "line-drawing", "moonlit", "portrait", "sprite", "still-life"] as const;
type Name = (typeof NAMES)[number];

let pictures: Record<Name, Raster>;

beforeAll(async () => {
  const read = await Promise.all(NAMES.map((name) => picture(`${name}.png`)));
  pictures = Object.fromEntries(NAMES.map((name, i) => [name, read[i]!])) as Record<Name, Raster>;
});

const sizeOf = (raster: Raster, columns: number) => gridSize({ columns }, raster.width, raster.height);

/** Linear light of a gray image's pixels. */
const lightOf = ({ data }: Raster): Float32Array =>
  Float32Array.from({ length: data.length / 4 }, (_, i) => LIGHT_OF_BYTE[data[4 * i]!]!);

/** Mean luminance of the image in each cell. */
const cellsOf = (raster: Raster, columns: number): Float32Array => {
  const size = sizeOf(raster, columns);
  const { light } = luminance.run(initialStateOf(raster, size), paramsWith());
  return resizeByArea(light, size.columns, size.rows).data;
};

/** PSNR of the decoded image in dB of linear light; the peak is its own range. */
const comesBack = (raster: Raster, given: Partial<RenderParams>): number => {
  const params = paramsWith({ columns: 120, autoOptimize: 0, ...given });
  const art = readArt(render(raster, optionsWith(params)).body, { charset: undefined, inverted: params.invert });
  const source = cellsOf(raster, params.columns);
  const range = Math.max(...source) - Math.min(...source);
  return luminancePsnr(fitLeastSquares(lightOf(cellRaster({ ...art, chroma: null })), source), source, range);
};

describe("chroma", () => {
  test("Decoding returns exactly the encoder's bytes, for any image (answers 2.6)", () => {
    const given = (raster: Raster, options: RenderOptions) => {
      const result = finish(openPicture(raster, { kernels: PLAIN_KERNELS }).render(options));
      return result.colors(result.params.format);
    };
    fc.assert(
      fc.property(rasters(), validParams({ format: "json-compact", autoOptimize: 0 }), (raster, wanted) => {
        const page = readArt(render(raster, wanted).body);
        // of two colors a decoder returns their mean
        if (page.lights === null) expect(page.chroma).toEqual(given(raster, wanted));
      }),
      { numRuns: 25 },
    );
    fc.assert(
      fc.property(rasters(), validParams({ format: "json", color: true, autoOptimize: 0 }), (raster, wanted) => {
        const page = readArt(render(raster, wanted).body);
        if (page.lights === null) expect(page.chroma).toEqual(given(raster, wanted));
      }),
      { numRuns: 25 },
    );
  });
});

describe("an image can be decoded", () => {
  // contrast other than 1 and strokes change the image on purpose: the decoded one shows them
  const AS_IT_IS = { format: "json", glyphStrategy: "fixed", contrast: 1, structure: 0 } as const;

  test("from json: at least 30 dB for paintings with soft tones, rendered with all glyphs (answers 2.4)", () => {
    for (const name of ["koi", "portrait", "sprite", "still-life"] as const) {
      expect(comesBack(pictures[name], AS_IT_IS), name).toBeGreaterThan(30);
      expect(comesBack(pictures[name], { format: "json", glyphStrategy: "fixed" }), name).toBeGreaterThan(26);
    }
    for (const name of NAMES) expect(comesBack(pictures[name], AS_IT_IS), name).toBeGreaterThan(23);
  });

  test("from inverted json, with its original tones and not as a negative (answers 2.4)", () => {
    const inverted = { format: "json", invert: true, glyphStrategy: "fixed" } as const;
    expect(comesBack(pictures.portrait, inverted)).toBeGreaterThan(25);
    const half = paintGray(64, 64, (x) => (x < 32 ? 0 : 255));
    for (const invert of [false, true]) {
      const { width, data } = cellRaster(
        readArt(render(half, optionsWith({ columns: 8, format: "json", invert })).body),
      );
      expect(data[4 * width]).toBeLessThan(40);
      expect(data[4 * (2 * width - 1)]).toBeGreaterThan(215);
    }
  });

  test("from text alone as well as from json, with the charset guessed or named (answers 2.7)", () => {
    for (const charset of ["detailed", "blocks", "standard"] as const) {
      const art = (format: "text" | "json") =>
        render(pictures.koi, optionsWith({ columns: 60, format, charset, autoOptimize: 0 })).body;
      const fromJson = cellRaster(readArt(art("json")));
      expect(cellRaster(readArt(art("text"), { charset }))).toEqual(fromJson);
      if (charset !== "standard") expect(cellRaster(readArt(art("text")))).toEqual(fromJson);
    }
  });

  test("from json-compact in color, sharper than its cells alone (answers 2.5)", () => {
    const given = {
      columns: 64,
      format: "json-compact",
      saturation: 1,
      contrast: 1,
      glyphStrategy: "fixed",
      autoOptimize: 0,
    } as const;
    const page = readArt(render(pictures.koi, optionsWith(given)).body);
    const fine = artRaster(page, 4);
    expect(fine).toMatchObject({ width: 256, height: 192 });
    const wanted = channelsOf(pictures.koi, 256, 192);
    const [decoded, cells] = [fine, cellRaster(page)].map((raster) => channelsOf(raster, 256, 192));
    for (const channel of [0, 1, 2]) {
      const sharp = luminancePsnr(decoded![channel]!, wanted[channel]!);
      expect(sharp).toBeGreaterThan(20);
      expect(sharp).toBeGreaterThan(luminancePsnr(cells![channel]!, wanted[channel]!) + 1);
    }
  });
});

/** The three channels of an image at another size, in linear light. */
const channelsOf = ({ width, height, data }: Raster, toWidth: number, toHeight: number): readonly Float32Array[] =>
  [0, 1, 2].map((channel) => {
    const light = Float32Array.from({ length: width * height }, (_, i) => LIGHT_OF_BYTE[data[4 * i + channel]!]!);
    return resizeByArea({ width, height, data: light }, toWidth, toHeight).data;
  });

describe("decoding with the eye's blur gains", () => {
  /** PSNR against the target light of each cell: of each glyph's own light, and of the decoded art. */
  const against = (raster: Raster, given: Partial<RenderParams>) => {
    const params = paramsWith({ columns: 120, ...given });
    const frame = runStages(PIPELINE, initialStateOf(raster, sizeOf(raster, 120)), params, unwatched);
    const glyphs = Uint8Array.from(frame.cells, (cell) => drawnGlyphs(frame.codebook)[cell]!);
    const inks = Float32Array.from(glyphs, (glyph) => ATLAS.tone[glyph]! / frame.codebook.densest);
    const wanted = frame.wanted.map((light) => Math.min(1, Math.max(0, light)));
    const decibels = (light: Float32Array) => luminancePsnr(fitLeastSquares(light, wanted), wanted);
    return {
      own: decibels(inks),
      even: decibels(decodeCells(inks, frame.size)),
      shaped: decibels(decodeCells(inks, frame.size, glyphs)),
    };
  };

  test("more than 4 dB over the glyphs' own light, on each painting, with few glyphs and with all", () => {
    for (const glyphStrategy of ["adaptive", "fixed"] as const) {
      for (const name of NAMES) {
        const { own, shaped } = against(pictures[name], { glyphStrategy });
        // most of the line drawing is flat paper, where a cell's own glyph is enough
        expect(shaped, `${glyphStrategy} ${name}`).toBeGreaterThan(own + (name === "line-drawing" ? 2 : 4));
      }
    }
  });

  test("another half dB by glyph shapes, with all glyphs", () => {
    const gains = NAMES.map((name) => against(pictures[name], { glyphStrategy: "fixed" }));
    const mean = gains.reduce((sum, { even, shaped }) => sum + shaped - even, 0) / gains.length;
    expect(mean).toBeGreaterThan(0.5);
  });
});
