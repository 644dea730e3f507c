import type { FormatId, GridSize, RenderOptions } from "@lumiglyph/contract";
import type { View } from "./paint/page.ts";
import type { CellFrame, DecodedImage, Feed, FeedStats, Preview, Refused, Thumbnail } from "./render-worker.ts";

/** What the page tells the Worker. */
export type ToWorker =
  | { readonly type: "open"; readonly image: DecodedImage }
  | { readonly type: "clear" }
  | { readonly type: "render"; readonly revision: number; readonly options: RenderOptions }
  | { readonly type: "cancel" }
  | { readonly type: "attach"; readonly canvas: OffscreenCanvas }
  | { readonly type: "show"; readonly view: View }
  | { readonly type: "query"; readonly id: number; readonly query: Query }
  /** The answer is no longer wanted. */
  | { readonly type: "forget"; readonly id: number }
  | { readonly type: "startFeed"; readonly id: number; readonly feed: Feed }
  | { readonly type: "live"; readonly message: LiveToWorker };

/** What the page tells the Worker about the feed that it has rolled. */
export type LiveToWorker =
  | { readonly type: "push"; readonly frame: VideoFrame }
  | { readonly type: "jump" }
  | { readonly type: "hold"; readonly isHeld: boolean }
  | { readonly type: "smooth"; readonly isOn: boolean }
  | { readonly type: "mirror"; readonly isMirrored: boolean }
  /** Whether frames in characters are to be posted. */
  | { readonly type: "cellFeed"; readonly isOn: boolean }
  /** One of those has been taken: another may come. */
  | { readonly type: "received" };

/** What the Worker tells the page. */
export type ToPage =
  | { readonly type: "preview"; readonly preview: Preview }
  /** Null is a fault of our own. */
  | { readonly type: "refused"; readonly revision: number; readonly refused: Refused | null }
  | { readonly type: "painter"; readonly kind: "cpu" | "webgl2" }
  | { readonly type: "reply"; readonly id: number; readonly reply: Replies[QueryKind] }
  | { readonly type: "failure"; readonly id: number; readonly refused: Refused | null }
  /** About the feed that was rolled with this number. */
  | { readonly type: "live"; readonly id: number; readonly message: LiveToPage };

/** Frames that may be on their way at a time, to the Worker or in characters from it: one that is worked on, and the next. */
export const MOST_UNDER_WAY = 2;

/** What the Worker tells the page of a feed. */
export type LiveToPage =
  | { readonly type: "stats"; readonly stats: FeedStats }
  /** Its stream has. */
  | { readonly type: "ended"; readonly how: "ended" | "failed" }
  /** A pushed frame is no longer under way. */
  | { readonly type: "taken" }
  | { readonly type: "cells"; readonly frame: CellFrame };

/** What the page may ask for, by its kind. */
type QueryFields = {
  readonly encode: { readonly options: RenderOptions; readonly format: FormatId };
  readonly png: { readonly options: RenderOptions; readonly scale: number; readonly transparent: boolean };
  readonly looks: { readonly variants: readonly RenderOptions[]; readonly grid: GridSize; readonly cell: number };
  readonly thumbnail: { readonly image: DecodedImage; readonly options: RenderOptions; readonly cell: number };
};

/** What each kind of question is answered with. */
export type Replies = {
  readonly encode: string;
  readonly png: Blob;
  readonly looks: readonly Thumbnail[];
  readonly thumbnail: Thumbnail;
};

export type QueryKind = keyof QueryFields;

/** A question of one kind, or of any. */
export type Query<Some extends QueryKind = QueryKind> = {
  [One in Some]: { readonly kind: One } & QueryFields[One];
}[Some];

/** What is handed over with an order instead of being copied. */
export const transfer = (message: ToWorker): Transferable[] => {
  if (message.type === "open") return [message.image.data];
  if (message.type === "attach") return [message.canvas];
  if (message.type === "startFeed") return message.feed.frames === null ? [] : [message.feed.frames];
  if (message.type === "live") return message.message.type === "push" ? [message.message.frame] : [];
  return message.type === "query" && message.query.kind === "thumbnail" ? [message.query.image.data] : [];
};
