import type { HandoffFailure } from "@lumiglyph/contract";
import { launchUrl, type Port, type Sender, type SenderState, startSender, type Timing } from "@lumiglyph/handoff";
import { effect, signal } from "@preact/signals";
import type { Studio } from "../state/studio.ts";
import { createFraming } from "./frames.ts";
import type { Handoff, Phase, Speed, Wish } from "./handoff.ts";
import { MODE_OF } from "./mode-of.ts";
import { createSpeedometer } from "./speedometer.ts";
import { watchSource } from "./watch-source.ts";

/** The receiver's window. */
type ReceiverWindow = { readonly port: Port; readonly isClosed: () => boolean };

export type HandoffModelParts = {
  readonly studio: Pick<Studio, "darkroom" | "live" | "opened">;
  readonly target: string;
  /** Opens the receiver's window at an address; null where the browser does not let it. */
  readonly open: (url: string) => ReceiverWindow | null;
  readonly timing: Timing;
  /** A new trace id, and a new name for a session. */
  readonly traceId: () => string;
  readonly session: () => string;
};

/** Frames a second at most: faster than any source here, so that what is drawn is what is sent. */
const MOST_FPS = 120;

export const createHandoff = (parts: HandoffModelParts): Handoff => {
  const { studio, target, timing } = parts;
  const phase = signal<Phase>({ name: "idle" });
  const speed = signal<Speed | null>(null);
  let sender: Sender | null = null;

  const enter = (wish: Wish, state: SenderState): void => {
    if (state.name === "closed") phase.value = { name: "ended", wish, reason: state.reason };
    else if (state.name === "failed") phase.value = { name: "failed", wish, code: state.code };
    else phase.value = { name: PHASES[state.name], wish };
  };

  const allow = (): void => {
    const now = phase.peek();
    if (now.name !== "asking") return;
    const { wish } = now;
    const window = parts.open(launchUrl(target, wish));
    enter(wish, window === null ? { name: "failed", code: "popup_blocked" } : { name: "greeting" });
    if (window !== null) begin(wish, window);
  };

  const begin = (wish: Wish, { port, isClosed }: ReceiverWindow): void => {
    const measure = createSpeedometer();
    const ends: (() => void)[] = [];
    const end = (): void => {
      for (const stop of ends.splice(0)) stop();
      speed.value = null;
      sender = null;
    };
    const started = startSender({
      port,
      timing,
      isClosed,
      mode: wish.mode,
      traceId: wish.traceId,
      session: parts.session(),
      maxFps: MOST_FPS,
      onState(state) {
        enter(wish, state);
        if (isOver(state)) end();
      },
    });
    sender = started;
    const tell = (): void => {
      speed.value = measure(started.figures());
    };
    ends.push(timing.every(1000, tell), feed(wish, started));
    // its source may have been gone before it began
    if (isOver(started.state())) end();
  };

  /** Gives the sender its frames, and tells it what becomes of their source. */
  const feed = (wish: Wish, to: Sender): (() => void) => {
    const framing = createFraming();
    const { darkroom } = studio;
    if (wish.mode === "latest-frame") {
      return effect(() => {
        const proof = darkroom.proof.value;
        if (proof !== null) to.offer(framing.ofProof(proof, timing.now()));
      });
    }
    const untap = darkroom.tap((cells) => to.offer(framing.ofCells(cells, timing.now())));
    // a source that rests gives no frame by itself
    const proof = darkroom.proof.peek();
    if (proof !== null) to.offer(framing.ofProof(proof, timing.now()));
    const unwatch = watchSource(studio, {
      onRest: to.pause,
      onMove: to.resume,
      onEnd: to.stop,
      onFail: (code: HandoffFailure) => to.fail(code),
    });
    return () => {
      untap();
      unwatch();
    };
  };

  const ask = (wish: Wish): void => {
    sender?.stop("replaced");
    phase.value = { name: "asking", wish };
  };
  const decline = (): void => {
    if (phase.peek().name === "asking") phase.value = { name: "idle" };
  };
  const stop = (): void => sender?.stop("person");
  /** Asks whether what is open may be handed over. */
  const askNow = (): void => {
    const kind = studio.opened.peek()?.kind;
    if (kind !== undefined) ask({ mode: MODE_OF[kind], traceId: parts.traceId(), by: "person" });
  };
  /** The same once more, under a trace id of its own; where its source is gone, whatever is there now is asked about. */
  const tryAgain = (wish: Wish): void => {
    const kind = studio.opened.peek()?.kind;
    if (wish.mode !== "latest-frame" && kind !== undefined && wish.mode !== MODE_OF[kind]) askNow();
    else if (kind !== undefined) {
      phase.value = { name: "asking", wish: { ...wish, traceId: parts.traceId() } };
      allow();
    }
  };
  const toggle = (): void => {
    const now = phase.peek();
    if (sender !== null) stop();
    else if (now.name === "asking") decline();
    else if (now.name === "failed") tryAgain(now.wish);
    else askNow();
  };
  return { target, phase, speed, ask, allow, decline, stop, toggle };
};

const isOver = ({ name }: SenderState): boolean => name === "closed" || name === "failed";

const PHASES = { greeting: "connecting", streaming: "live", paused: "paused" } as const;
