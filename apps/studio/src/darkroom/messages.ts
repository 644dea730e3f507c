import type { FormatId, GridSize, RenderOptions } from "@lumiglyph/contract";
import type { Negative, Proof, Refused, Thumbnail } from "./darkroom.ts";
import type { CellFrame, Feed, News } from "./live.ts";
import type { View } from "./view.ts";

/** What the page tells the Worker. */
export type Order =
  | { readonly type: "open"; readonly negative: Negative }
  | { readonly type: "clear" }
  | { readonly type: "develop"; readonly revision: number; readonly options: RenderOptions }
  | { readonly type: "cancel" }
  | { readonly type: "attach"; readonly canvas: OffscreenCanvas }
  | { readonly type: "show"; readonly view: View }
  | { readonly type: "ask"; readonly id: number; readonly question: Question }
  /** The answer is no longer wanted. */
  | { readonly type: "forget"; readonly id: number }
  | { readonly type: "roll"; readonly id: number; readonly feed: Feed }
  | { readonly type: "live"; readonly order: LiveOrder };

/** What the page tells the Worker about the feed that it has rolled. */
export type LiveOrder =
  | { readonly type: "push"; readonly frame: VideoFrame }
  | { readonly type: "jump" }
  | { readonly type: "hold"; readonly isHeld: boolean }
  | { readonly type: "smooth"; readonly isOn: boolean }
  | { readonly type: "mirror"; readonly isMirrored: boolean }
  /** Whether frames in characters are to be posted. */
  | { readonly type: "tap"; readonly isOn: boolean }
  /** One of those has been taken: another may come. */
  | { readonly type: "took" };

/** What the Worker tells the page. */
export type Report =
  | { readonly type: "proof"; readonly proof: Proof }
  /** Null is a fault of our own. */
  | { readonly type: "refused"; readonly revision: number; readonly refused: Refused | null }
  | { readonly type: "painter"; readonly kind: "cpu" | "webgl2" }
  | { readonly type: "answer"; readonly id: number; readonly answer: Answers[Kind] }
  | { readonly type: "failure"; readonly id: number; readonly refused: Refused | null }
  /** About the feed that was rolled with this number. */
  | { readonly type: "live"; readonly id: number; readonly report: LiveReport };

/** Frames that may be on their way at a time, to the Worker or in characters from it: one that is worked on, and the next. */
export const MOST_UNDER_WAY = 2;

/** What the Worker tells the page of a feed. */
export type LiveReport =
  | { readonly type: "news"; readonly news: News }
  /** Its stream has. */
  | { readonly type: "ended"; readonly how: "ended" | "failed" }
  /** A pushed frame is no longer under way. */
  | { readonly type: "taken" }
  | { readonly type: "cells"; readonly frame: CellFrame };

/** What the page may ask for, by its kind. */
type Questions = {
  readonly encode: { readonly options: RenderOptions; readonly format: FormatId };
  readonly png: { readonly options: RenderOptions; readonly scale: number; readonly transparent: boolean };
  readonly looks: { readonly wishes: readonly RenderOptions[]; readonly grid: GridSize; readonly cell: number };
  readonly thumbnail: { readonly negative: Negative; readonly options: RenderOptions; readonly cell: number };
};

/** What each kind of question is answered with. */
export type Answers = {
  readonly encode: string;
  readonly png: Blob;
  readonly looks: readonly Thumbnail[];
  readonly thumbnail: Thumbnail;
};

export type Kind = keyof Questions;

/** A question of one kind, or of any. */
export type Question<Some extends Kind = Kind> = { [One in Some]: { readonly kind: One } & Questions[One] }[Some];

/** What is handed over with an order instead of being copied. */
export const handedOver = (order: Order): Transferable[] => {
  if (order.type === "open") return [order.negative.data];
  if (order.type === "attach") return [order.canvas];
  if (order.type === "roll") return order.feed.frames === null ? [] : [order.feed.frames];
  if (order.type === "live") return order.order.type === "push" ? [order.order.frame] : [];
  return order.type === "ask" && order.question.kind === "thumbnail" ? [order.question.negative.data] : [];
};
