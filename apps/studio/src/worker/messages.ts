import type { RenderOptions, TextFormat } from "@lumiglyph/contract";
import type { View } from "@lumiglyph/engine/paint/view";
import type { FontChoice } from "./font-choice.ts";
import type { CellFrame, Feed, FeedStats } from "./live-feed.ts";
import type { PngPicture, SentPicture, Thumbnail } from "./pictures.ts";
import type { Preview, Refused } from "./preview.ts";
import type { Played } from "./render-worker.ts";
import type { OpaquePage } from "./video/frame-sequence.ts";

/** Messages from the page to the Worker. */
export type ToWorker =
  | { readonly type: "open"; readonly image: SentPicture }
  | { readonly type: "clear" }
  | { readonly type: "render"; readonly revision: number; readonly options: RenderOptions }
  | { readonly type: "cancel" }
  | { readonly type: "attach"; readonly canvas: OffscreenCanvas }
  | { readonly type: "show"; readonly view: View }
  /**
   * From now on, letters are matched to a custom font, by its profile's id; null for the font of
   * the options.
   */
  | { readonly type: "useFont"; readonly id: string | null }
  | { readonly type: "play"; readonly played: Played | null }
  | { readonly type: "query"; readonly id: number; readonly query: Query }
  /** The reply is no longer wanted. */
  | { readonly type: "forget"; readonly id: number }
  | { readonly type: "startFeed"; readonly id: number; readonly feed: Feed }
  | { readonly type: "live"; readonly message: LiveToWorker };

/** Messages from the page about the current feed. */
export type LiveToWorker =
  | { readonly type: "push"; readonly frame: VideoFrame }
  | { readonly type: "jump" }
  | { readonly type: "hold"; readonly isHeld: boolean }
  | { readonly type: "smooth"; readonly isOn: boolean }
  | { readonly type: "mirror"; readonly isMirrored: boolean }
  /** Whether frames are to be posted as characters. */
  | { readonly type: "cellFeed"; readonly isOn: boolean }
  /** One of those was received; another may be sent. */
  | { readonly type: "received" };

/** Messages from the Worker to the page. */
export type ToPage =
  | { readonly type: "preview"; readonly preview: Preview }
  /** Null is an internal error. */
  | { readonly type: "refused"; readonly revision: number; readonly refused: Refused | null }
  | { readonly type: "painter"; readonly kind: "cpu" | "webgl2" }
  | { readonly type: "reply"; readonly id: number; readonly reply: Replies[QueryKind] }
  | { readonly type: "failure"; readonly id: number; readonly refused: Refused | null }
  /** About the feed started with this id. */
  | { readonly type: "live"; readonly id: number; readonly message: LiveToPage };

/** Maximum frames in transit, in either direction: one in progress and the next. */
export const MAX_IN_TRANSIT = 2;

/** Messages from the Worker about a feed. */
export type LiveToPage =
  | { readonly type: "stats"; readonly stats: FeedStats }
  /** A pushed frame is no longer in transit. */
  | { readonly type: "taken" }
  | { readonly type: "cells"; readonly frame: CellFrame };

/** Queries from the page, by kind. */
type QueryFields = {
  readonly encode: { readonly options: RenderOptions; readonly format: TextFormat };
  readonly png: { readonly options: RenderOptions; readonly picture: PngPicture };
  readonly page: { readonly options: RenderOptions };
  readonly whole: { readonly file: Blob };
  readonly looks: { readonly variants: readonly RenderOptions[]; readonly cell: number };
  readonly matchFont: { readonly choice: FontChoice };
  readonly thumbnail: { readonly image: SentPicture; readonly options: RenderOptions; readonly cell: number };
};

/** The reply to each kind of query. */
export type Replies = {
  readonly encode: string;
  readonly png: Blob;
  readonly page: OpaquePage;
  readonly whole: "opened";
  readonly looks: readonly Thumbnail[];
  /** The profile, as JSON. */
  readonly matchFont: string;
  readonly thumbnail: Thumbnail;
};

export type QueryKind = keyof QueryFields;

/** A query of one kind, or of any. */
export type Query<Some extends QueryKind = QueryKind> = {
  [One in Some]: { readonly kind: One } & QueryFields[One];
}[Some];

/** Pictures of a reply, which are transferred and hold memory until they are closed. */
export const bitmapsOf = (reply: Replies[QueryKind]): readonly ImageBitmap[] =>
  [reply].flat().filter((part) => typeof part === "object" && "close" in part);

/** Objects of a message that are transferred instead of copied. */
export const transfer = (message: ToWorker): Transferable[] => {
  if (message.type === "open") return [message.image.data];
  if (message.type === "attach") return [message.canvas];
  if (message.type === "live") return message.message.type === "push" ? [message.message.frame] : [];
  return message.type === "query" && message.query.kind === "thumbnail" ? [message.query.image.data] : [];
};
