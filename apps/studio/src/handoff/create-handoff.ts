import type { RenderParams } from "@lumiglyph/contract";
import { pageStyle, type Rgb } from "@lumiglyph/engine/paint/page";
import {
  type Frame,
  type HandoffFailure,
  launchUrl,
  type Port,
  type Sender,
  type SenderFigures,
  type SenderState,
  startSender,
  type Timing,
} from "@lumiglyph/handoff";
import { effect, signal } from "@preact/signals";
import type { LiveSource } from "../state/source.ts";
import type { Studio } from "../state/studio.ts";
import type { CellFrame } from "../worker/live-feed.ts";
import type { Preview } from "../worker/preview.ts";
import { type Handoff, type HandoffRequest, MODE_OF, type Phase, type Speed } from "./handoff.ts";

/** The receiver's window. */
type ReceiverWindow = { readonly port: Port; readonly isClosed: () => boolean };

export type HandoffModelParts = {
  readonly studio: Pick<Studio, "worker" | "live" | "opened">;
  readonly target: string;
  /** Opens the receiver's window; null if the browser blocks it. */
  readonly open: (url: string) => ReceiverWindow | null;
  readonly timing: Timing;
  /** Generators of trace ids and session names. */
  readonly traceId: () => string;
  readonly session: () => string;
};

/** Frame rate limit, above any source's, so that every rendered frame is offered. */
const MOST_FPS = 120;

export const createHandoff = (parts: HandoffModelParts): Handoff => {
  const { studio, target, timing } = parts;
  const phase = signal<Phase>({ name: "idle" });
  const speed = signal<Speed | null>(null);
  let sender: Sender | null = null;
  /** What was sent, if it is a single frame. */
  let delivered: Preview | null = null;

  const enter = (request: HandoffRequest, state: SenderState): void => {
    delivered = studio.live.peek() === null ? studio.worker.preview.peek() : null;
    if (state.name === "closed") phase.value = { name: "ended", request, reason: state.reason };
    else if (state.name === "failed") phase.value = { name: "failed", request, code: state.code };
    else phase.value = { name: PHASES[state.name], request };
  };

  effect(() => {
    const preview = studio.worker.preview.value;
    const now = phase.peek();
    // a page that has changed since was not delivered
    if (now.name === "ended" && delivered !== null && preview !== delivered) phase.value = { name: "idle" };
  });

  const allow = (): void => {
    const now = phase.peek();
    if (now.name !== "asking") return;
    const { request } = now;
    const window = parts.open(launchUrl(target, request));
    enter(request, window === null ? { name: "failed", code: "popup_blocked" } : { name: "greeting" });
    if (window !== null) begin(request, window);
  };

  const begin = (request: HandoffRequest, { port, isClosed }: ReceiverWindow): void => {
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
      mode: request.mode,
      traceId: request.traceId,
      session: parts.session(),
      maxFps: MOST_FPS,
      onState(state) {
        enter(request, state);
        if (isOver(state)) end();
      },
    });
    sender = started;
    const updateSpeed = (): void => {
      speed.value = measure(started.figures());
    };
    const noteDelay = (): void => {
      const now = phase.peek();
      if (now.name === "connecting") phase.value = { ...now, isLate: true };
    };
    ends.push(timing.every(1000, updateSpeed), timing.every(LATE, noteDelay), feed(request, started));
    // the source may have ended before
    if (isOver(started.state())) end();
  };

  /** Feeds frames to the sender, and reports changes of their source. */
  const feed = (request: HandoffRequest, to: Sender): (() => void) => {
    const framing = createFraming();
    const { worker } = studio;
    if (request.mode === "latest-frame") {
      return effect(() => {
        const preview = worker.preview.value;
        if (preview !== null) to.offer(framing.ofPreview(preview, timing.now()));
      });
    }
    const unsubscribe = worker.onCells((cells) => to.offer(framing.ofCells(cells, timing.now())));
    // a paused source delivers no frames by itself
    const preview = worker.preview.peek();
    if (preview !== null) to.offer(framing.ofPreview(preview, timing.now()));
    const unwatch = watchSource(studio, {
      onRest: to.pause,
      onMove: to.resume,
      onEnd: to.stop,
      onFail: (code: HandoffFailure) => to.fail(code),
    });
    return () => {
      unsubscribe();
      unwatch();
    };
  };

  const ask = (request: HandoffRequest): void => {
    sender?.stop("replaced");
    phase.value = { name: "asking", request };
  };
  const decline = (): void => {
    if (phase.peek().name === "asking") phase.value = { name: "idle" };
  };
  const stop = (): void => sender?.stop("person");
  /** Asks whether the open source may be handed over. */
  const askNow = (): void => {
    const kind = studio.opened.peek()?.kind;
    if (kind !== undefined) ask({ mode: MODE_OF[kind], traceId: parts.traceId(), by: "person" });
  };
  /** Retries under a new trace id; asks again if the source has changed kind. */
  const tryAgain = (request: HandoffRequest): void => {
    const kind = studio.opened.peek()?.kind;
    if (request.mode !== "latest-frame" && kind !== undefined && request.mode !== MODE_OF[kind]) askNow();
    else if (kind !== undefined) {
      phase.value = { name: "asking", request: { ...request, traceId: parts.traceId() } };
      allow();
    }
  };
  const toggle = (): void => {
    const now = phase.peek();
    if (sender !== null) stop();
    else if (now.name === "asking") decline();
    else if (now.name === "failed") tryAgain(now.request);
    else askNow();
  };
  return { target, phase, speed, ask, allow, decline, stop, toggle };
};

/** Milliseconds without an answer after which that is said. */
const LATE = 3000;

const isOver = ({ name }: SenderState): boolean => name === "closed" || name === "failed";

const PHASES = { greeting: "connecting", streaming: "live", paused: "paused" } as const;

/** Share of overwritten frames above which the receiver counts as slow, and below which it no longer does. */
const [SLOW, FAST] = [0.2, 0.05];

/** Computes the transfer speed from figures sampled once a second. */
const createSpeedometer = (): ((figures: SenderFigures) => Speed) => {
  let last: SenderFigures = { offered: 0, sent: 0, acknowledged: 0, overwritten: 0, bytes: 0 };
  let isSlow = false;
  return (figures) => {
    const offered = figures.offered - last.offered;
    const share = offered === 0 ? 0 : (figures.overwritten - last.overwritten) / offered;
    isSlow = share > (isSlow ? FAST : SLOW);
    const speed = { fps: figures.sent - last.sent, bytes: figures.bytes - last.bytes, isSlow };
    last = figures;
    return speed;
  };
};

/** Events of a live source. */
type SourceListeners = {
  readonly onRest: (reason: string) => void;
  readonly onMove: (reason: string) => void;
  readonly onEnd: (reason: string) => void;
  readonly onFail: (code: HandoffFailure) => void;
};

/** Watches the current source until the returned function is called. */
const watchSource = (
  { live }: Pick<Studio, "live">,
  { onRest, onMove, onEnd, onFail }: SourceListeners,
): (() => void) => {
  const source = live.peek();
  const ends = [
    effect(() => {
      if (source?.kind === "camera" && source.isLost.value) onFail("source_ended");
    }),
    effect(() => {
      if (live.value !== source) onEnd("source_changed");
    }),
    effect(() => (source?.isPlaying.value === false ? onRest("rests") : onMove("moves"))),
    watchEnd(source, () => onEnd("ended")),
  ];
  return () => {
    for (const end of ends) end();
  };
};

/** Calls back when a video that does not loop has ended. */
const watchEnd = (source: LiveSource | null, onEnd: () => void): (() => void) => {
  if (source?.kind !== "video") return () => {};
  const end = (): void => {
    if (!source.isLooping.peek()) onEnd();
  };
  source.element.addEventListener("ended", end);
  return () => source.element.removeEventListener("ended", end);
};

/** Converts the worker's output to handoff frames. `now` is in milliseconds since 1970. */
type Framing = {
  readonly ofCells: (given: CellFrame, now: number) => Frame;
  readonly ofPreview: (preview: Preview, now: number) => Frame;
};

export const createFraming = (): Framing => {
  const revisionOf = createRevisions();
  return {
    ofCells: ({ time, size, params, codebook, cells, inks, grounds }, now) => ({
      ...size,
      ...colorsOf(params),
      codebook,
      cells,
      rgb: inks,
      grounds,
      drawnAt: now,
      mediaTime: time,
      paramsRev: revisionOf(params),
    }),
    ofPreview: ({ size, params, lines, colors, grounds }, now) => ({
      ...size,
      ...colorsOf(params),
      ...spelled(lines),
      rgb: params.color ? Uint8Array.from(colors) : null,
      grounds: grounds && Uint8Array.from(grounds),
      drawnAt: now,
      mediaTime: null,
      paramsRev: revisionOf(params),
    }),
  };
};

/** Numbers that change with the parameters. */
const createRevisions = (): ((params: RenderParams) => number) => {
  let [revision, last] = [0, ""];
  return (params) => {
    const text = JSON.stringify(params);
    if (text !== last) [revision, last] = [revision + 1, text];
    return revision;
  };
};

const colorsOf = (params: RenderParams): Pick<Frame, "ink" | "ground"> => {
  const { ink, ground } = pageStyle(params);
  return { ink: numberOf(ink), ground: numberOf(ground) };
};

const numberOf = ([red, green, blue]: Rgb): number => (red << 16) | (green << 8) | blue;

/** Lines of characters as a codebook and indices into it. */
const spelled = (lines: readonly string[]): Pick<Frame, "codebook" | "cells"> => {
  const characters = lines.flatMap((line) => [...line]);
  const places = new Map<string, number>();
  for (const character of characters) if (!places.has(character)) places.set(character, places.size);
  return {
    codebook: [...places.keys()].join(""),
    cells: Uint8Array.from(characters, (character) => places.get(character)!),
  };
};
