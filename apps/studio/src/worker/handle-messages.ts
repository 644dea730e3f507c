import { type FontName, Refusal } from "@lumiglyph/contract";
import { isFontLoaded, type Kernels, loadFont, type RenderResult, type Steps } from "@lumiglyph/engine";
import { failureOf } from "./failure.ts";
import type { Live } from "./live/live.ts";
import type { Query, QueryKind, Replies, ToPage, ToWorker } from "./messages.ts";
import { type OpenImage, openImage } from "./open-image.ts";
import type { GlyphAtlas } from "./paint/atlas.ts";
import { toPixels } from "./paint/blit.ts";
import { drawGlowing, withoutGlow } from "./paint/glow.ts";
import { atlasGlyphs, type PaintedPage, type Painter, pageStyle } from "./paint/page.ts";
import { wholeCells } from "./paint/view.ts";
import { createPasses, previewOf, type Shown } from "./render-passes.ts";
import type { DecodedImage } from "./render-worker.ts";
import { createScheduler, type Scheduler, type Turn, URGENCY } from "./scheduler.ts";
import { createViewCanvas } from "./view-canvas.ts";

export type MessageHandlerParts = {
  readonly kernels: Kernels;
  readonly turn: Turn;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Calls `changed` when painting switches between CPU and GPU. */
  readonly createPainter: (canvas: OffscreenCanvas, changed: (kind: Painter["kind"]) => void) => Promise<Painter>;
  readonly atlas: Promise<GlyphAtlas>;
  readonly post: (message: ToPage, transfer: Transferable[]) => void;
};

/** The Worker's side: handles messages from the page and posts replies. */
export const createMessageHandler = (parts: MessageHandlerParts): ((message: ToWorker) => void) => {
  const { kernels, turn, clock, createPainter, atlas, post } = parts;
  const schedule = createScheduler(turn);
  const reply = createReplies({ schedule, kernels, atlas });
  const viewCanvas = createViewCanvas(turn);
  const pending = new Map<number, AbortController>();
  let image: OpenImage | null = null;
  /** Loaded with the first feed. */
  let live: Promise<Live> | null = null;
  let isLive = false;
  let ownFont: FontName | null = null;

  const show = (shown: Shown): void => {
    const inks = shown.result.inks();
    viewCanvas.setPage(pageOf(shown.result, inks));
    const preview = previewOf(shown, inks.slice());
    post({ type: "preview", preview }, [preview.colors.buffer, preview.tones.buffer]);
  };
  const refuse = (revision: number, error: unknown): void =>
    post({ type: "refused", revision, refused: failureOf(error) }, []);
  const passes = createPasses({ schedule, clock, show, refuse });

  const replace = (by: OpenImage | null, isFeed = false): void => {
    passes.cancel();
    if (isLive) void live?.then(({ end }) => end());
    image = by;
    isLive = isFeed;
  };

  const handlers: { readonly [Type in ToWorker["type"]]: (message: Extract<ToWorker, { type: Type }>) => unknown } = {
    open: (message) => replace(openImage(message.image, kernels)),
    clear: () => replace(null),
    render: ({ revision, options }) => {
      if (isLive) return live?.then(({ render }) => render(revision, options));
      return image !== null && passes.start({ revision, image, options });
    },
    cancel: () => passes.cancel(),
    attach: async ({ canvas }) =>
      viewCanvas.attach(await createPainter(canvas, (kind) => post({ type: "painter", kind }, []))),
    show: ({ view }) => viewCanvas.show(view),
    useFont: ({ id }) => {
      ownFont = id as FontName | null;
    },
    query: async ({ id, query }) => {
      const stop = new AbortController();
      pending.set(id, stop);
      try {
        const given = await reply(query, isLive ? (await live!).image() : image, stop.signal);
        post(
          { type: "reply", id, reply: given },
          typeof given === "string" || given instanceof Blob ? [] : [given].flat(),
        );
      } catch (error) {
        if (!stop.signal.aborted) post({ type: "failure", id, refused: failureOf(error) }, []);
      }
      pending.delete(id);
    },
    forget: ({ id }) => pending.get(id)?.abort(),
    startFeed: ({ id, feed }) => {
      replace(null, true);
      live ??= import("./live/live.ts").then((chunk) =>
        chunk.createLive({ schedule, clock, kernels, viewCanvas, post }),
      );
      return live.then(({ startFeed }) => startFeed(id, feed));
    },
    live: ({ message }) => live?.then(({ take }) => take(message)),
  };
  const take = (message: ToWorker): void => void handlers[message.type](message as never);
  /** The last message that waits for a font, or for one before it that does. */
  let waiting: Promise<void> | null = null;
  return (given) => {
    const message = ownFont === null ? given : inFont(given, ownFont);
    const missing = fontsOf(message).filter((font) => !isFontLoaded(font));
    if (waiting === null && missing.length === 0) return take(message);
    // without its font, rendering says what is wrong
    const ready = Promise.allSettled([waiting, ...missing.map(loadFont)]).then(() => take(message));
    const own = ready.finally(() => {
      if (waiting === own) waiting = null;
    });
    waiting = own;
  };
};

/** A message whose options name this font. Samples and tiles are drawn as they are for everyone. */
const inFont = (message: ToWorker, font: FontName): ToWorker => {
  if (message.type === "render") return { ...message, options: { ...message.options, font } };
  if (message.type !== "query") return message;
  const { query } = message;
  if (query.kind === "looks") {
    return { ...message, query: { ...query, variants: query.variants.map((options) => ({ ...options, font })) } };
  }
  if (query.kind !== "encode" && query.kind !== "png") return message;
  return { ...message, query: { ...query, options: { ...query.options, font } } };
};

/** The fonts that a message's options name. */
const fontsOf = (message: ToWorker): readonly FontName[] => {
  const given = message.type === "query" ? message.query : message;
  const all = "variants" in given ? given.variants : "options" in given ? [given.options] : [];
  return all.flatMap(({ font }) => font ?? []);
};

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

type ReplyParts = {
  readonly schedule: Scheduler;
  readonly kernels: Kernels;
  readonly atlas: Promise<GlyphAtlas>;
};

/** Handles a query about an image. Rejects with a refusal, or with the signal's reason once aborted. */
type ReplyTo = <Some extends QueryKind>(
  query: Query<Some>,
  image: OpenImage | null,
  signal: AbortSignal,
) => Promise<Replies[Some]>;

const createReplies = ({ schedule, kernels, atlas }: ReplyParts): ReplyTo => {
  const handlers: { readonly [One in QueryKind]: QueryHandler<One> } = {
    encode: async ({ options, format }, image, signal) => {
      const { encoded } = await import("./encoded.ts");
      // without inks a page in color would have the wrong tones
      const own = format === "text" ? { ...options, color: false } : options;
      return schedule(URGENCY.request, encoded(opened(image).render(own), format), signal);
    },

    png: async ({ options, scale, transparent }, image, signal) => {
      const result = await schedule(URGENCY.request, opened(image).render(options), signal);
      const page = pageOf(result);
      const painted = transparent ? { ...page, ground: null } : page;
      const canvas = await schedule(URGENCY.request, paintWhole(painted, PNG_CELL * scale, await atlas), signal);
      return canvas.convertToBlob({ type: "image/png" });
    },

    looks: async ({ variants, cell }, image, signal) => {
      const small = openImage(await shrunk(opened(image)), kernels);
      const looks: ImageBitmap[] = [];
      for (const options of variants) looks.push(await thumbnail(small.sketch(options), cell, signal));
      return looks;
    },

    matchFont: async ({ choice }) => JSON.stringify(await (await import("./own-font.ts")).matchFont(choice)),

    thumbnail: ({ image, options, cell }, _, signal) =>
      thumbnail(openImage(image, kernels).render(options), cell, signal),
  };

  const thumbnail = async (steps: Steps<RenderResult>, cell: number, signal: AbortSignal): Promise<ImageBitmap> => {
    const result = await schedule(URGENCY.thumbnail, steps, signal);
    const page = pageOf(result);
    const canvas = await schedule(URGENCY.thumbnail, paintWhole(page, cell, await atlas), signal);
    return canvas.transferToImageBitmap();
  };

  return (query, image, signal) => handlers[query.kind](query as never, image, signal);
};

/** Longest side of the copy that thumbnails are made of, in pixels. */
const SMALL = 512;

/** A small copy of an image. It claims the original's size, because the grid depends on its exact proportions. */
const shrunk = async ({ raster: { width, height, data }, source }: OpenImage): Promise<DecodedImage> => {
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

/** Converts a result for painters; `inks` avoids computing its colors again. */
export const pageOf = (result: RenderResult, inks?: Uint8Array): PaintedPage => {
  const style = pageStyle(result.params);
  return {
    ...result.size,
    ...style,
    glyphs: atlasGlyphs(result.cells, result.characters, style.mosaic),
    colors: result.params.color ? (inks ?? result.inks()) : null,
    grounds: result.grounds,
  };
};
