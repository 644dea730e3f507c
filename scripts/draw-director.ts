import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  completeParams,
  gridSize,
  type QualityTarget,
  type RenderOptions,
  type RenderParams,
} from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { render } from "@lumiglyph/engine";
import { fitMoments } from "../packages/engine/src/director/similarity.ts";
import { viewGrid, viewPicture } from "../packages/engine/src/director/views.ts";
import { PLAIN_KERNELS } from "../packages/engine/src/kernels.ts";
import { toTone } from "../packages/engine/src/math/srgb.ts";
import { PARTS, runStages } from "../packages/engine/src/pipeline.ts";
import { initialState, type PipelineState } from "../packages/engine/src/pipeline-state.ts";
import type { Plane } from "../packages/engine/src/plane.ts";
import { liftOn } from "../packages/engine/src/search/target.ts";
import { unwatched } from "../packages/engine/src/stage.ts";
import { CELL, characters, EDGE, figure, grayPaths, short, sizeOf, text, WIDTH } from "./drawing.ts";

/** The pictures that docs/explanation/director.md follows the Director through. */
const CASES: Readonly<Record<string, QualityTarget>> = {
  "still-life": "balanced",
  portrait: "portrait",
  koi: "low-light",
};

/** Paths and makers of the figures: the two views, then each picture's art as requested and as sent. */
export const directorFigures = (): { readonly [path: string]: () => Promise<string> } => ({
  "docs/images/director-views.svg": () => viewsFigure("portrait.png", "portrait", 64),
  ...Object.fromEntries(
    Object.entries(CASES).flatMap(([name, qualityTarget]) => [
      [`docs/images/director-${name}-asked.svg`, () => pageSvg(`${name}.png`, { qualityTarget, autoOptimize: 0 })],
      [`docs/images/director-${name}-sent.svg`, () => pageSvg(`${name}.png`, { qualityTarget })],
    ]),
  ),
});

const decode = async (fixture: string, columns: number) =>
  decodeImage(await readFile(join(FIXTURES, fixture)), NO_LIMITS, { columns });

const pageSvg = async (fixture: string, options: RenderOptions): Promise<string> => {
  const { raster, source } = await decode(fixture, completeParams(options).columns);
  return render(raster, { ...options, format: "svg" }, { source }).body;
};

const FIXTURES = join(import.meta.dirname, "../fixtures");

/** A fixture as the Director receives it, before and after `view`. Plain kernels: `generate` compiles the others. */
const seeingOf = async (
  fixture: string,
  params: RenderParams,
): Promise<{ readonly still: PipelineState; readonly seen: PipelineState }> => {
  const { raster, source } = await decode(fixture, params.columns);
  const start = initialState(raster, gridSize(params, source.width, source.height), PLAIN_KERNELS);
  const still = runStages(PARTS.light, start, params, unwatched);
  return { still, seen: runStages(PARTS.view, still, params, unwatched) };
};

const GAP = 16;
const ACROSS = 3;
const PANEL = (WIDTH - 2 * EDGE - (ACROSS - 1) * GAP) / ACROSS;
const TOP = 54;

/**
 * A picture and its art as they are, from near and from far. The browser that shows the figure blurs, in linear light as an eye
 * would, and uses its own font.
 */
const viewsFigure = async (fixture: string, qualityTarget: QualityTarget, columns: number): Promise<string> => {
  const params = completeParams({ qualityTarget, columns, glyphStrategy: "fixed", autoOptimize: 0 });
  const { still, seen } = await seeingOf(fixture, params);
  const page = runStages(PARTS.glyphs, seen, params, unwatched);
  const { gain, offset } = fitMoments(viewGrid(page).far, viewPicture(seen, params).far);
  const { width, height } = sizeOf(page);
  const scale = PANEL / width;
  const high = height * scale;
  const panel = (id: string, column: number, row: number, filter: string): string =>
    `<svg x="${short(EDGE + column * (PANEL + GAP))}" y="${short(TOP + row * (high + GAP))}" width="${short(PANEL)}" height="${short(high)}" viewBox="0 0 ${width} ${height}"><g${filter}><use href="#${id}"/></g></svg>`;
  const title = "A picture and its page as they are, seen near and seen from afar";
  return figure(title, WIDTH, Math.ceil(TOP + 2 * high + GAP + EDGE), [
    "<defs>",
    `<g id="picture">${pictureOf(still.light)}</g>`,
    `<g id="page">${around(width, height)}${characters(page)}</g>`,
    blur("near", CELL.width / 2, ""),
    blur("far", CELL.width, ""),
    blur("page-near", CELL.width / 2, exposing(gain, offset)),
    blur("page-far", CELL.width, exposing(gain, offset)),
    "</defs>",
    ...["as it is", "near", "far"].map((title, i) => text(EDGE + i * (PANEL + GAP), 38, title)),
    ...["", "near", "far"].map((view, i) => panel("picture", i, 0, view && ` filter="url(#${view})"`)),
    ...["", "page-near", "page-far"].map((view, i) => panel("page", i, 1, view && ` filter="url(#${view})"`)),
  ]);
};

/** The picture's samples as squares, the border repeated: the blur must not darken it there. */
const pictureOf = ({ width, height, data }: Plane): string => {
  const clamp = (value: number, end: number): number => Math.min(end - 1, Math.max(0, value));
  const byteAt = (x: number, y: number): number =>
    255 * toTone(data[clamp(y - BEYOND, height) * width + clamp(x - BEYOND, width)]!);
  const paths = grayPaths(width + 2 * BEYOND, height + 2 * BEYOND, byteAt);
  return `<g transform="scale(${SAMPLE}) translate(-${BEYOND} -${BEYOND})" shape-rendering="crispEdges"><rect width="${width + 2 * BEYOND}" height="${height + 2 * BEYOND}" fill="#000"/><g transform="translate(0 .5)">${paths.join("")}</g></g>`;
};

/** Side of a sample in pixels, and samples beyond the border. */
const SAMPLE = CELL.width / 2;
const BEYOND = 4;

const around = (width: number, height: number): string =>
  `<rect x="-32" y="-32" width="${width + 64}" height="${height + 64}" fill="#000"/>`;

const blur = (id: string, deviation: number, then: string): string =>
  `<filter id="${id}" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="${deviation}"/>${then}</filter>`;

/** The tones that the art's light stands for, at the exposure of an adapted eye. */
const exposing = (gain: number, offset: number): string => {
  const channels = ["R", "G", "B"].map(
    (channel) =>
      `<feFunc${channel} type="gamma" amplitude="${gain.toFixed(3)}" exponent="${(1 / liftOn("dark")).toFixed(3)}" offset="${offset.toFixed(3)}"/>`,
  );
  return `<feComponentTransfer color-interpolation-filters="sRGB">${channels.join("")}</feComponentTransfer>`;
};
