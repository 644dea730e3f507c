import { Refusal } from "@lumiglyph/contract";
import type { RenderResult, Steps } from "@lumiglyph/engine";
import type { GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import { toPixels } from "@lumiglyph/engine/paint/blit";
import { type PaintedPage, pageOf } from "@lumiglyph/engine/paint/page";
import { wholeCells } from "@lumiglyph/engine/paint/view";
import type { Query, QueryKind, Replies } from "./messages.ts";
import { type ImageParts, type OpenImage, openImage } from "./open-image.ts";
import { drawGlowing, withoutGlow } from "./paint/glow.ts";
import type { SentPicture } from "./pictures.ts";
import { type Scheduler, type Turn, URGENCY } from "./scheduler.ts";

/** Maximum pixels of a PNG: the limit of browsers, and of most machines' memory. */
const MOST_PIXELS = 2 ** 27;

/** Pixels painted per step, which then takes about as long as a rendering step. */
const STEP_PIXELS = 2 ** 20;

/** Paints a whole page on its own canvas, in cells of this width, some rows per step so that the view is not blocked. */
function* paintWhole(page: PaintedPage, cellWidth: number, atlas: GlyphAtlas): Steps<OffscreenCanvas> {
  const cell = wholeCells(page, cellWidth);
  const [width, height] = [page.columns * cell.width, page.rows * cell.height];
  if (width * height > MOST_PIXELS) throw new Refusal("grid_too_large", tooLarge(width, height));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  const painted = page.glow === 0 ? page : withoutGlow(page);
  const rows = Math.ceil(STEP_PIXELS / (width * cell.height));
  for (let row = 0; row < page.rows; row += rows) {
    const { data } = toPixels(rowsOf(painted, row, Math.min(page.rows, row + rows)), cellWidth, atlas);
    context.putImageData(new ImageData(data, width), 0, row * cell.height);
    yield;
  }
  if (page.glow === 0) return canvas;
  const whole = new OffscreenCanvas(width, height);
  drawGlowing(whole.getContext("2d")!, canvas, page, cell);
  return whole;
}

/** Some rows of a page, as a page. */
const rowsOf = (page: PaintedPage, from: number, to: number): PaintedPage => ({
  ...page,
  rows: to - from,
  glyphs: page.glyphs.subarray(from * page.columns, to * page.columns),
  colors: page.colors?.subarray(3 * from * page.columns, 3 * to * page.columns) ?? null,
  grounds: page.grounds?.subarray(3 * from * page.columns, 3 * to * page.columns) ?? null,
});

const tooLarge = (width: number, height: number): string =>
  `The picture would be ${width} × ${height} pixels; the limit is ${MOST_PIXELS} in total. Choose a smaller scale.`;

export type ReplyParts = {
  readonly schedule: Scheduler;
  readonly rendering: ImageParts;
  /** Awaited before images are rendered in full. */
  readonly ready: () => Promise<void>;
  readonly atlas: Promise<GlyphAtlas>;
  readonly turn: Turn;
  readonly complete: (glance: OpenImage | null, whole: SentPicture) => void;
};

/** Handles a query about an image. Rejects with a refusal, or with the signal's reason once aborted. */
export type ReplyTo = <Some extends QueryKind>(
  query: Query<Some>,
  image: OpenImage | null,
  signal: AbortSignal,
) => Promise<Replies[Some]>;

export const createReplies = ({ schedule, rendering, ready, atlas, turn, complete }: ReplyParts): ReplyTo => {
  let drawing: Promise<unknown> = Promise.resolve();
  const handlers: { readonly [One in QueryKind]: QueryHandler<One> } = {
    encode: async ({ options, format }, image, signal) => {
      const { encoded } = await import("./encoded.ts");
      // without inks a page in color would have the wrong tones
      const own = format === "text" ? { ...options, color: false } : options;
      return schedule(URGENCY.request, encoded(opened(image).render(own), format), signal);
    },

    png: async ({ options, picture: { scale, transparent, frame } }, image, signal) => {
      const result = await schedule(URGENCY.request, opened(image).render(options), signal);
      const page = pageOf(result);
      const painted = transparent ? { ...page, ground: null } : page;
      const steps =
        frame === null
          ? paintWhole(painted, PNG_CELL * scale, await atlas)
          : (await import("./paint/framed.ts")).paintFramed(painted, frame, await atlas);
      return (await schedule(URGENCY.request, steps, signal)).convertToBlob({ type: "image/png" });
    },

    page: async ({ options }, image, signal) =>
      pageOf(await schedule(URGENCY.request, opened(image).render(options), signal)),

    whole: async ({ file }, image) => {
      const { decodeImage } = await import("@lumiglyph/decode/browser");
      // the looks of the glance are requested in a moment and come first
      await new Promise((resolve) => setTimeout(resolve, MOMENT));
      await drawing;
      const { raster, source } = await decodeImage(file, turn);
      complete(image, { ...raster, data: raster.data.buffer as ArrayBuffer, source });
      return "opened";
    },

    looks: (query, image, signal) => {
      const looks = drawLooks(query, image, signal);
      drawing = looks.catch(() => {});
      return looks;
    },

    matchFont: async ({ choice }) => JSON.stringify(await (await import("./own-font.ts")).matchFont(choice)),

    thumbnail: ({ image, options, cell }, _, signal) =>
      thumbnail(openImage(image, rendering).render(options), cell, signal),
  };

  const drawLooks: QueryHandler<"looks"> = async ({ variants, cell }, image, signal) => {
    const small = openImage(await shrunk(opened(image)), rendering);
    const looks: ImageBitmap[] = [];
    for (const options of variants) looks.push(await thumbnail(small.sketch(options), cell, signal));
    return looks;
  };
  const thumbnail = async (steps: Steps<RenderResult>, cell: number, signal: AbortSignal): Promise<ImageBitmap> => {
    const result = await schedule(URGENCY.thumbnail, steps, signal);
    const page = pageOf(result);
    const canvas = await schedule(URGENCY.thumbnail, paintWhole(page, cell, await atlas), signal);
    return canvas.transferToImageBitmap();
  };

  return async (query, image, signal) => {
    if (!SKETCHED.includes(query.kind)) await ready();
    return handlers[query.kind](query as never, image, signal);
  };
};

/** Milliseconds. */
const MOMENT = 120;

/** Queries that need no full render. */
const SKETCHED: readonly QueryKind[] = ["looks", "matchFont", "whole"];

/** Longest side of the copy that thumbnails are made of, in pixels. */
const SMALL = 512;

/** A small copy of an image. It claims the original's size, because the grid depends on its exact proportions. */
const shrunk = async ({ raster: { width, height, data }, source }: OpenImage): Promise<SentPicture> => {
  const scale = Math.min(1, SMALL / Math.max(width, height));
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const pixels = new ImageData(new Uint8ClampedArray(data.buffer as ArrayBuffer), width, height);
  const options = { resizeWidth: across, resizeHeight: down, resizeQuality: "medium" } as const;
  const bitmap = await createImageBitmap(pixels, options);
  const context = new OffscreenCanvas(across, down).getContext("2d")!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { width: across, height: down, data: context.getImageData(0, 0, across, down).data.buffer, source };
};

type QueryHandler<One extends QueryKind> = (
  query: Query<One>,
  image: OpenImage | null,
  signal: AbortSignal,
) => Promise<Replies[One]>;

/** Cell width of a PNG at scale 1. */
const PNG_CELL = 8;

const opened = (image: OpenImage | null): OpenImage => {
  if (image === null) throw new Refusal("image_missing", "No picture is open.");
  return image;
};
