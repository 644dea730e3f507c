import type { FormatId, GridSize, ParsedParams } from "@lumiglyph/contract";
import type { Negative, Proof, Refused, Thumbnail } from "./darkroom.ts";
import type { View } from "./view.ts";

/** What the page tells the Worker. */
export type Order =
  | { readonly type: "open"; readonly negative: Negative }
  | { readonly type: "clear" }
  | { readonly type: "develop"; readonly revision: number; readonly parsed: ParsedParams }
  | { readonly type: "cancel" }
  | { readonly type: "attach"; readonly canvas: OffscreenCanvas }
  | { readonly type: "show"; readonly view: View }
  | { readonly type: "ask"; readonly id: number; readonly question: Question }
  /** The answer is no longer wanted. */
  | { readonly type: "forget"; readonly id: number };

/** What the Worker tells the page. */
export type Report =
  | { readonly type: "proof"; readonly proof: Proof }
  /** Null is a fault of our own. */
  | { readonly type: "refused"; readonly revision: number; readonly refused: Refused | null }
  | { readonly type: "painter"; readonly kind: "cpu" | "webgl2" }
  | { readonly type: "answer"; readonly id: number; readonly answer: Answers[Kind] }
  | { readonly type: "failure"; readonly id: number; readonly refused: Refused | null };

/** What the page may ask for, by its kind. */
type Questions = {
  readonly encode: { readonly parsed: ParsedParams; readonly format: FormatId };
  readonly png: { readonly parsed: ParsedParams; readonly scale: number; readonly transparent: boolean };
  readonly looks: { readonly wishes: readonly ParsedParams[]; readonly grid: GridSize; readonly cell: number };
  readonly thumbnail: { readonly negative: Negative; readonly parsed: ParsedParams; readonly cell: number };
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
  return order.type === "ask" && order.question.kind === "thumbnail" ? [order.question.negative.data] : [];
};
