import type { Kernels } from "@lumiglyph/engine";
import type { GlyphAtlas } from "../paint/atlas.ts";
import type { Painter } from "../paint/painter.ts";
import { createAnswer } from "./answer.ts";
import { createBench } from "./bench.ts";
import { failureOf } from "./failure.ts";
import type { Order, Report } from "./messages.ts";
import { type OpenNegative, openNegative } from "./open-negative.ts";
import { pageOf } from "./page-of.ts";
import { createPasses, type Shown } from "./passes.ts";
import { proofOf } from "./proof-of.ts";
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

  const show = (shown: Shown): void => {
    const inks = shown.print.inks();
    stage.hang(pageOf(shown.print, inks));
    const proof = proofOf(shown, inks.slice());
    post({ type: "proof", proof }, [proof.colors.buffer, proof.tones.buffer]);
  };
  const refuse = (revision: number, error: unknown): void =>
    post({ type: "refused", revision, refused: failureOf(error) }, []);
  const passes = createPasses({ bench, clock, show, refuse });

  const takers: { readonly [Type in Order["type"]]: (order: Extract<Order, { type: Type }>) => unknown } = {
    open: (order) => {
      passes.cancel();
      negative = openNegative(order.negative, kernels);
    },
    clear: () => {
      passes.cancel();
      negative = null;
    },
    develop: ({ revision, parsed }) => negative !== null && passes.start({ revision, negative, parsed }),
    cancel: () => passes.cancel(),
    attach: async ({ canvas }) =>
      stage.attach(await createPainter(canvas, (kind) => post({ type: "painter", kind }, []))),
    show: ({ view }) => stage.show(view),
    ask: async ({ id, question }) => {
      const stop = new AbortController();
      asked.set(id, stop);
      try {
        const given = await answer(question, negative, stop.signal);
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
  };
  return (order) => void takers[order.type](order as never);
};
