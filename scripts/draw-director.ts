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
import { direct } from "../packages/engine/src/director/direct.ts";
import type { Candidate } from "../packages/engine/src/director/evaluate.ts";
import type { Facts } from "../packages/engine/src/director/facts.ts";
import { KINDS } from "../packages/engine/src/director/moves.ts";
import { fitMoments } from "../packages/engine/src/director/similarity.ts";
import { viewGrid, viewPicture } from "../packages/engine/src/director/views.ts";
import { describeArt } from "../packages/engine/src/encoders/encoder.ts";
import { PLAIN_KERNELS } from "../packages/engine/src/kernels.ts";
import { toTone } from "../packages/engine/src/math/srgb.ts";
import { PARTS, runStages } from "../packages/engine/src/pipeline.ts";
import { initialState, type PipelineState } from "../packages/engine/src/pipeline-state.ts";
import type { Plane } from "../packages/engine/src/plane.ts";
import { LIFT } from "../packages/engine/src/search/target.ts";
import { finish, unwatched, type Watch } from "../packages/engine/src/stage.ts";
import { contactSheet } from "./director/contact-sheet.ts";
import { CELL, characters, EDGE, figure, grayPaths, INK, short, sizeOf, text, WIDTH } from "./director/drawing.ts";

/** The pictures that docs/explanation/director.md follows the Director through. */
const CASES: Readonly<Record<string, QualityTarget>> = {
  "still-life": "balanced",
  portrait: "portrait",
  koi: "low-light",
};

/** Paths and makers of the figures: the two views, then for each picture the art as requested, as sent, and the contact sheet. */
export const directorFigures = (): { readonly [path: string]: () => Promise<string> } => ({
  "docs/images/director-views.svg": () => viewsFigure("portrait.png", "portrait", 64),
  ...Object.fromEntries(
    Object.entries(CASES).flatMap(([name, qualityTarget]) => {
      const trace = once(() => traceOf(`${name}.png`, { qualityTarget }));
      const path = (part: string): string => `docs/images/director-${name}-${part}.svg`;
      return [
        [path("asked"), async () => pageSvg((await trace()).asked)],
        [path("sent"), async () => pageSvg((await trace()).sent)],
        [path("sheet"), async () => contactSheet(await trace())],
      ];
    }),
  ),
});

const pageSvg = ({ state }: Candidate): string =>
  figure({ title: describeArt(state.size), ...sizeOf(state), background: "#000" }, [characters(state)]);

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
};

/** The Director's work on a picture; `tones` is the histogram, `asked` the first page, `sent` the chosen one. */
export type Trace = {
  readonly params: RenderParams;
  readonly facts: Facts;
  readonly kind: string;
  readonly tones: Uint32Array;
  readonly pages: readonly Candidate[];
  readonly asked: Candidate;
  readonly sent: Candidate;
  readonly advice: string | null;
};

const FIXTURES = join(import.meta.dirname, "../fixtures");

/** A fixture as the Director receives it, before and after `view`. Plain kernels: `generate` compiles the others. */
const seeingOf = async (
  fixture: string,
  params: RenderParams,
): Promise<{ readonly still: PipelineState; readonly seen: PipelineState }> => {
  const bytes = await readFile(join(FIXTURES, fixture));
  const { raster, source } = await decodeImage(bytes, NO_LIMITS, params.columns);
  const start = initialState(raster, gridSize(params.columns, source.width, source.height), PLAIN_KERNELS);
  const still = runStages(PARTS.light, start, params, unwatched);
  return { still, seen: runStages(PARTS.view, still, params, unwatched) };
};

/** Records the Director: its analysis and measurements go through the watch. */
const traceOf = async (fixture: string, options: RenderOptions): Promise<Trace> => {
  const params = completeParams(options);
  const { still, seen } = await seeingOf(fixture, params);
  const looks: Facts[] = [];
  const pages: Candidate[] = [];
  const watch: Watch = (name, work) => {
    const result = work();
    if (name === "analyze") looks.push(result as Facts);
    if (name === "measure") pages.push(result as Candidate);
    return result;
  };
  const { quality, params: chosen } = finish(direct(still, seen, options, watch));
  const sent = pages.find(({ params: tried }) => tried === chosen)!;
  const [facts, asked] = [looks[0]!, pages[0]!];
  const kind = KINDS.find(({ is }) => is(facts))!.name;
  return { params, facts, kind, tones: seen.tones.opaque, pages, asked, sent, advice: quality.advice };
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
  return figure({ title, width: WIDTH, height: Math.ceil(TOP + 2 * high + GAP + EDGE) }, [
    "<defs>",
    `<g id="picture">${pictureOf(still.light)}</g>`,
    `<g id="page">${around(width, height)}${characters(page)}</g>`,
    blur("near", CELL.width / 2, ""),
    blur("far", CELL.width, ""),
    blur("page-near", CELL.width / 2, exposing(gain, offset)),
    blur("page-far", CELL.width, exposing(gain, offset)),
    "</defs>",
    ...["as it is", "near", "far"].map((title, i) => text(EDGE + i * (PANEL + GAP), 38, title, INK.quiet)),
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
      `<feFunc${channel} type="gamma" amplitude="${gain.toFixed(3)}" exponent="${(1 / LIFT).toFixed(3)}" offset="${offset.toFixed(3)}"/>`,
  );
  return `<feComponentTransfer color-interpolation-filters="sRGB">${channels.join("")}</feComponentTransfer>`;
};
