import type { RenderOptions } from "@lumiglyph/contract";
import { loadShrink } from "@lumiglyph/engine";
import type { Feed } from "../live-feed.ts";
import type { LiveToWorker } from "../messages.ts";
import type { OpenImage } from "../open-image.ts";
import { type FeedParts, type OpenFeed, openFeed } from "./feed.ts";
import { createFramePixels } from "./frame-pixels.ts";

/** The Worker's side of live feeds, one at a time. */
export type Live = {
  /** Starts a feed and ends the previous one. */
  readonly startFeed: (id: number, feed: Feed) => void;
  readonly render: (revision: number, options: RenderOptions) => void;
  readonly take: (message: LiveToWorker) => void;
  readonly image: () => OpenImage | null;
  readonly end: () => void;
};

export type LiveParts = Omit<FeedParts, "every" | "shrink" | "pixels"> & Partial<Pick<FeedParts, "every" | "pixels">>;

export const createLive = async ({ every = byTimer, pixels, ...parts }: LiveParts): Promise<Live> => {
  const shrink = await loadShrink(WebAssembly).catch(() => undefined);
  let open: OpenFeed | null = null;
  const end = (): void => {
    open?.end();
    open = null;
  };
  return {
    startFeed: (id, feed) => {
      end();
      open = openFeed(id, feed, { ...parts, every, shrink, pixels: pixels ?? createFramePixels() });
    },
    render: (revision, options) => open?.render(revision, options),
    take: (message) => (open === null ? discard(message) : open.take(message)),
    image: () => open?.image() ?? null,
    end,
  };
};

const byTimer = (milliseconds: number, call: () => void): (() => void) => {
  const timer = setInterval(call, milliseconds);
  return () => clearInterval(timer);
};

/** Closes a frame that arrives after its feed has ended, because open frames hold memory. */
const discard = (message: LiveToWorker): void => {
  if (message.type === "push") message.frame.close();
};
