import { Refusal } from "@lumiglyph/contract";
import { ATLAS, type Kernels, type RenderResult, type Steps } from "@lumiglyph/engine";
import type { GlyphAtlas } from "../paint/atlas.ts";
import type { PaintedPage } from "../paint/page.ts";
import type { Painter } from "../paint/painter.ts";
import { toPixels } from "../paint/to-pixels.ts";
import { type Bench, createBench, URGENCY } from "./bench.ts";
import { failureOf } from "./failure.ts";
import type { Live } from "./live/create-live.ts";
import type { Answers, Kind, Order, Question, Report } from "./messages.ts";
import { type OpenNegative, openNegative } from "./open-negative.ts";
import { createPasses, type Shown } from "./passes.ts";
import { proofOf } from "./proof-of.ts";
import { sheetOf } from "./sheet.ts";
import { createStageCanvas } from "./stage-canvas.ts";
import type { Turn } from "./turn.ts";

export type RoomParts = {
  readonly kernels: Kernels;
  readonly turn: Turn;
  /** Milliseconds that never run backwards. */
  readonly clock: () => number;
  /** `changed` is told when another kind of painter than the processor's has taken over, or gives it back. */
  readonly createPainter: (canvas: OffscreenCanvas, changed: (kind: Painter["kind"]) => void) => Promise<Painter>;
  readonly atlas: Promise<GlyphAtlas>;
  readonly post: (report: Report, handedOver: Transferable[]) => void;
};

/** All that happens on the Worker's side: takes orders, posts reports. */
export const createRoom = (parts: RoomParts): ((order: Order) => void) => {
  const { kernels, turn, clock, createPainter, atlas, post } = parts;
  const bench = createBench(turn);
  const answer = createAnswer({ bench, kernels, atlas });
  const stage = createStageCanvas(turn);
  const asked = new Map<number, AbortController>();
  let negative: OpenNegative | null = null;
  /** Fetched with the first feed. */
  let live: Promise<Live> | null = null;
  let isLive = false;

  const show = (shown: Shown): void => {
    const inks = shown.print.inks();
    stage.hang(pageOf(shown.print, inks));
    const proof = proofOf(shown, inks.slice());
    post({ type: "proof", proof }, [proof.colors.buffer, proof.tones.buffer]);
  };
  const refuse = (revision: number, error: unknown): void =>
    post({ type: "refused", revision, refused: failureOf(error) }, []);
  const passes = createPasses({ bench, clock, show, refuse });

  const replace = (by: OpenNegative | null, isRolling = false): void => {
    passes.cancel();
    if (isLive) void live?.then(({ end }) => end());
    negative = by;
    isLive = isRolling;
  };

  const takers: { readonly [Type in Order["type"]]: (order: Extract<Order, { type: Type }>) => unknown } = {
    open: (order) => replace(openNegative(order.negative, kernels)),
    clear: () => replace(null),
    develop: ({ revision, options }) => {
      if (isLive) return live?.then(({ develop }) => develop(revision, options));
      return negative !== null && passes.start({ revision, negative, options });
    },
    cancel: () => passes.cancel(),
    attach: async ({ canvas }) =>
      stage.attach(await createPainter(canvas, (kind) => post({ type: "painter", kind }, []))),
    show: ({ view }) => stage.show(view),
    ask: async ({ id, question }) => {
      const stop = new AbortController();
      asked.set(id, stop);
      try {
        const given = await answer(question, isLive ? (await live!).negative() : negative, stop.signal);
        post(
          { type: "answer", id, answer: given },
          typeof given === "string" || given instanceof Blob ? [] : [given].flat(),
        );
      } catch (error) {
        if (!stop.signal.aborted) post({ type: "failure", id, refused: failureOf(error) }, []);
      }
      asked.delete(id);
    },
    forget: ({ id }) => asked.get(id)?.abort(),
    roll: ({ id, feed }) => {
      replace(null, true);
      live ??= import("./live/create-live.ts").then((chunk) =>
        chunk.createLive({ bench, clock, kernels, stage, post }),
      );
      return live.then(({ roll }) => roll(id, feed));
    },
    live: ({ order }) => live?.then(({ take }) => take(order)),
  };
  return (order) => void takers[order.type](order as never);
};

/** Most pixels of a picture. Larger ones are more than every browser can make, and than most machines have memory for. */
const MOST_PIXELS = 2 ** 27;

/** Pixels that are painted in one step, which then takes about as long as a step of a drawing. */
const STEP_PIXELS = 2 ** 20;

/** The whole of a page on a canvas of its own, `cell` pixels a cell: some rows at a time, so that the stage need not wait. */
function* paintWhole(page: PaintedPage, cell: number, atlas: GlyphAtlas): Steps<OffscreenCanvas> {
  const [width, height] = [page.columns * cell, page.rows * cell * 2];
  if (width * height > MOST_PIXELS) throw new Refusal("grid_too_large", tooLarge(width, height));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  const rows = Math.ceil(STEP_PIXELS / (width * cell * 2));
  for (let row = 0; row < page.rows; row += rows) {
    const { data } = toPixels(rowsOf(page, row, Math.min(page.rows, row + rows)), cell, atlas);
    context.putImageData(new ImageData(data, width), 0, row * cell * 2);
    yield;
  }
  return canvas;
}

/** Some rows of a page, as a page. */
const rowsOf = (page: PaintedPage, from: number, to: number): PaintedPage => ({
  ...page,
  rows: to - from,
  glyphs: page.glyphs.subarray(from * page.columns, to * page.columns),
  colors: page.colors?.subarray(3 * from * page.columns, 3 * to * page.columns) ?? null,
});

const tooLarge = (width: number, height: number): string =>
  `The picture would be ${width} × ${height} pixels; the limit is ${MOST_PIXELS} in all. Choose a smaller scale.`;

type AnswerParts = {
  readonly bench: Bench;
  readonly kernels: Kernels;
  readonly atlas: Promise<GlyphAtlas>;
};

/** Answers what the page asks about a picture. Rejects with a refusal, or with the signal's reason once that is aborted. */
type Answer = <Some extends Kind>(
  question: Question<Some>,
  negative: OpenNegative | null,
  signal: AbortSignal,
) => Promise<Answers[Some]>;

const createAnswer = ({ bench, kernels, atlas }: AnswerParts): Answer => {
  const answers: { readonly [One in Kind]: Answerer<One> } = {
    encode: async ({ options, format }, negative, signal) => {
      const { encoded } = await import("./encoded.ts");
      return bench(URGENCY.wish, encoded(opened(negative).develop(options), format), signal);
    },

    png: async ({ options, scale, transparent }, negative, signal) => {
      const print = await bench(URGENCY.wish, opened(negative).develop(options), signal);
      const page = pageOf(print);
      const sheet = transparent ? { ...page, ground: null } : page;
      const canvas = await bench(URGENCY.wish, paintWhole(sheet, PNG_CELL * scale, await atlas), signal);
      return canvas.convertToBlob({ type: "image/png" });
    },

    looks: async ({ wishes, grid, cell }, negative, signal) => {
      const { openDetail } = await import("./detail.ts");
      const detail = openDetail(opened(negative).raster, grid, kernels);
      const looks: ImageBitmap[] = [];
      for (const options of wishes) looks.push(await thumbnail(detail.sketch(options), cell, signal));
      return looks;
    },

    thumbnail: ({ negative, options, cell }, _, signal) =>
      thumbnail(openNegative(negative, kernels).sketch(options), cell, signal),
  };

  const thumbnail = async (steps: Steps<RenderResult>, cell: number, signal: AbortSignal): Promise<ImageBitmap> => {
    const print = await bench(URGENCY.thumbnail, steps, signal);
    const page = pageOf(print);
    const canvas = await bench(URGENCY.thumbnail, paintWhole(page, cell, await atlas), signal);
    return canvas.transferToImageBitmap();
  };

  return (question, negative, signal) => answers[question.kind](question as never, negative, signal);
};

type Answerer<One extends Kind> = (
  question: Question<One>,
  negative: OpenNegative | null,
  signal: AbortSignal,
) => Promise<Answers[One]>;

/** Width of a cell in a PNG at scale 1. */
const PNG_CELL = 8;

const opened = (negative: OpenNegative | null): OpenNegative => {
  if (negative === null) throw new Refusal("image_missing", "No picture is open.");
  return negative;
};

/** A print as painters take it; `inks` are its own, where they are at hand. */
export const pageOf = (print: RenderResult, inks?: Uint8Array): PaintedPage => {
  const atlas = Uint8Array.from(print.characters, ATLAS.indexOf);
  return {
    ...print.size,
    ...sheetOf(print.params),
    glyphs: print.cells.map((place) => atlas[place]!),
    colors: print.params.color ? (inks ?? print.inks()) : null,
  };
};
