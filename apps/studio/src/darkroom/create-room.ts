import type { Kernels } from "@lumiglyph/engine";
import type { GlyphAtlas } from "../paint/atlas.ts";
import type { Painter } from "../paint/painter.ts";
import { createAnswer } from "./answer.ts";
import { createBench } from "./bench.ts";
import { failureOf } from "./failure.ts";
import type { Live } from "./live/create-live.ts";
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
    develop: ({ revision, parsed }) => {
      if (isLive) return live?.then(({ develop }) => develop(revision, parsed));
      return negative !== null && passes.start({ revision, negative, parsed });
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
