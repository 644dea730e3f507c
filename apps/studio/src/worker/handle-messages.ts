import type { FontName } from "@lumiglyph/contract";
import { type Director, isFontLoaded, type Kernels, loadFont, type Shrink } from "@lumiglyph/engine";
import type { GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import { pageOf } from "@lumiglyph/engine/paint/page";
import { failureOf } from "./failure.ts";
import type { Live } from "./live/live.ts";
import { bitmapsOf, type QueryKind, type ToPage, type ToWorker } from "./messages.ts";
import { type ImageParts, type OpenImage, openImage } from "./open-image.ts";
import type { Painter } from "./paint/painter.ts";
import type { SentPicture } from "./pictures.ts";
import { createPasses, previewOf, type Shown } from "./render-passes.ts";
import type { ReplyTo } from "./replies.ts";
import { createScheduler, type Turn } from "./scheduler.ts";
import { createViewCanvas } from "./view-canvas.ts";

export type MessageHandlerParts = {
  readonly kernels: Kernels;
  /** Loads the Director, for everything but sketches. */
  readonly director: () => Promise<Director>;
  /** Loads the fast shrinking of pictures; it may fail. */
  readonly shrink: () => Promise<Shrink | undefined>;
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
  const { kernels, director, turn, clock, createPainter, atlas, post } = parts;
  const schedule = createScheduler(turn);
  let loaded: Director | null = null;
  const ready = async (): Promise<void> => {
    loaded ??= await director();
  };
  let shrink: Shrink | undefined;
  void parts.shrink().then(
    (given) => {
      shrink = given;
    },
    () => {},
  );
  // rejects for every caller that waits for it
  ready().catch(() => {});
  const rendering: ImageParts = { kernels, director: () => loaded!, shrink: () => shrink };
  /** Loaded with the first query: the first art needs none. */
  let reply: Promise<ReplyTo> | null = null;
  const replies = async (): Promise<ReplyTo> =>
    (await import("./replies.ts")).createReplies({ schedule, rendering, ready, atlas, turn, complete });
  const viewCanvas = createViewCanvas(turn);
  const pending = new Map<number, AbortController>();
  let image: OpenImage | null = null;
  /** Loaded with the first feed. */
  let live: Promise<Live> | null = null;
  let isLive = false;
  let ownFont: FontName | null = null;
  let plays = 0;
  /** Resolves when another image is opened. */
  let whole = Promise.withResolvers<void>();

  const show = (shown: Shown): void => {
    const inks = shown.result.inks();
    viewCanvas.setPage(pageOf(shown.result, inks));
    const preview = previewOf(shown, inks.slice());
    post({ type: "preview", preview }, [preview.colors.buffer, preview.tones.buffer]);
  };
  const refuse = (revision: number, error: unknown): void =>
    post({ type: "refused", revision, refused: failureOf(error) }, []);
  const passes = createPasses({ schedule, ready, clock, show, refuse });

  const replace = (by: OpenImage | null, isFeed = false): void => {
    passes.cancel();
    if (isLive) void live?.then(({ end }) => end());
    image = by;
    isLive = isFeed;
    whole.resolve();
    whole = Promise.withResolvers();
  };

  /** Replaces a glance, unless another picture is open by now. */
  const complete = (glance: OpenImage | null, whole: SentPicture): void => {
    if (image === glance) replace(openImage(whole, rendering));
  };

  const handlers: { readonly [Type in ToWorker["type"]]: (message: Extract<ToWorker, { type: Type }>) => unknown } = {
    open: (message) => replace(openImage(message.image, rendering)),
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
        // so far there is only a small copy of the picture; the whole will be there in a moment
        while (image?.isGlance && !SMALL.includes(query.kind)) await whole.promise;
        reply ??= replies();
        const given = await (await reply)(query, isLive ? (await live!).image() : image, stop.signal);
        post({ type: "reply", id, reply: given }, [...bitmapsOf(given)]);
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
    play: async ({ played }) => {
      const turnOf = ++plays;
      const prepare = async () => (await import("./video/playback.ts")).createPlayback(played!);
      // sources that cannot be loaded are not played
      const create = played === null ? null : await prepare().catch(() => null);
      // a later message may have been quicker
      if (turnOf === plays) viewCanvas.play(create);
    },
  };
  const take = (message: ToWorker): void => void handlers[message.type](message as never);
  /** The last message that waits for a font, or for one before it that does. */
  let waiting: Promise<void> | null = null;
  return (given) => {
    const message = ownFont === null ? given : inFont(given, ownFont);
    const missing = fontsOf(message).filter((font) => !isFontLoaded(font));
    if (waiting === null && missing.length === 0) return take(message);
    // without its font, rendering reports the error
    const ready = Promise.allSettled([waiting, ...missing.map(loadFont)]).then(() => take(message));
    const own = ready.finally(() => {
      if (waiting === own) waiting = null;
    });
    waiting = own;
  };
};

/** Queries that need only a glance at the picture, or that are about another one. */
const SMALL: readonly QueryKind[] = ["looks", "thumbnail", "matchFont", "whole"];

/** A message whose options name this font. Samples and tiles keep the font of their own options. */
const inFont = (message: ToWorker, font: FontName): ToWorker => {
  if (message.type === "render") return { ...message, options: { ...message.options, font } };
  if (message.type !== "query") return message;
  const { query } = message;
  if (query.kind === "looks") {
    return { ...message, query: { ...query, variants: query.variants.map((options) => ({ ...options, font })) } };
  }
  if (!("options" in query) || query.kind === "thumbnail") return message;
  return { ...message, query: { ...query, options: { ...query.options, font } } };
};

/** The fonts in a message's options. */
const fontsOf = (message: ToWorker): readonly FontName[] => {
  const given = message.type === "query" ? message.query : message;
  const all = "variants" in given ? given.variants : "options" in given ? [given.options] : [];
  return all.flatMap(({ font }) => font ?? []);
};
