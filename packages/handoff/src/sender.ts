import { type Frame, packFrame } from "./frame.ts";
import { type GuardedMessage, listenGuarded } from "./guard.ts";
import {
  HANDOFF_ENCODINGS,
  HANDOFF_FAILURES,
  HANDOFF_LIMITS,
  HANDOFF_PROTOCOL,
  HANDOFF_VERSIONS,
  type HandoffFailure,
  type HandoffMessage,
  type HandoffMode,
} from "./messages.ts";
import type { Port } from "./port.ts";
import type { Timing } from "./timing.ts";

/** The state of a handoff on the sender's side. */
export type SenderState =
  | { readonly name: "greeting" | "streaming" | "paused" }
  | { readonly name: "closed"; readonly reason: string }
  | { readonly name: "failed"; readonly code: HandoffFailure };

/** Frame counts so far. */
export type SenderFigures = {
  readonly offered: number;
  readonly sent: number;
  readonly acknowledged: number;
  /** Dropped because a newer frame came first. */
  readonly overwritten: number;
  readonly bytes: number;
};

export type SenderParts = {
  readonly port: Port;
  readonly timing: Timing;
  readonly mode: HandoffMode;
  readonly traceId: string;
  /** Identifies this handoff: a random UUID. */
  readonly session: string;
  /** Whether the receiver's window is closed, or appears to be. */
  readonly isClosed: () => boolean;
  readonly maxFps: number;
  readonly onState: (state: SenderState) => void;
};

/** The sending side of a handoff. Holds at most one frame; a newer one replaces it. */
export type Sender = {
  readonly state: () => SenderState;
  /** Sends a frame as soon as the receiver has credit, unless a newer one is offered first. Takes over its buffers. */
  readonly offer: (frame: Frame) => void;
  /** Tells the receiver that the source is paused, now or once it is ready. Offered frames are still sent. */
  readonly pause: (reason: string) => void;
  readonly resume: (reason: string) => void;
  readonly stop: (reason: string) => void;
  /** Ends the handoff with a failure on the sender's side. */
  readonly fail: (code: HandoffFailure) => void;
  readonly figures: () => SenderFigures;
};

/** Milliseconds between two checks of the receiver: its window and its replies. */
const CHECK_MS = 250;

/** Greets the receiver, and streams once it is ready. */
export const startSender = (parts: SenderParts): Sender => {
  const { port, timing, mode, traceId, session } = parts;
  const inTransit = new Set<number>();
  let state: SenderState = { name: "greeting" };
  let ready: { readonly encoding: HandoffMessage<"ready">["encoding"]; readonly allows: RateLimit } | null = null;
  let [credits, seq, pings] = [0, 0, 0];
  let [begun, lastMessageAt, lastPingAt] = [timing.now(), timing.now(), timing.now()];
  let greetedAt = Number.NEGATIVE_INFINITY;
  let hasBooted = false;
  let pending: Frame | null = null;
  let pauseReason: string | null = null;
  const figures = { offered: 0, sent: 0, acknowledged: 0, overwritten: 0, bytes: 0 };

  const post = (message: HandoffMessage, transfer: readonly ArrayBuffer[] = []) =>
    port.post({ protocol: HANDOFF_PROTOCOL, session, traceId, ...message }, transfer);
  const enter = (next: SenderState) => {
    if (hasEnded(state)) return;
    state = next;
    if (hasEnded(next)) {
      pending = null;
      for (const end of cleanups) end();
    }
    parts.onState(next);
  };
  const greet = () => {
    greetedAt = timing.now();
    post({
      type: "hello",
      versions: HANDOFF_VERSIONS,
      mode,
      source: "studio",
      encodings: HANDOFF_ENCODINGS,
      maxFps: parts.maxFps,
    });
  };
  const send = () => {
    if (pending === null || ready === null || credits === 0 || hasEnded(state)) return;
    if (mode === "latest-frame" && figures.sent > 0) return;
    if (!ready.allows(timing.now())) return;
    const { message, transfer } = packFrame(pending, seq, ready.encoding);
    pending = null;
    credits--;
    inTransit.add(seq++);
    figures.sent++;
    const colors = [message.rgb, message.grounds].filter((part) => part !== undefined);
    figures.bytes += message.cols * message.rows * (1 + 3 * colors.length);
    post(message, transfer);
  };
  const pauseNow = (reason: string) => {
    post({ type: "pause", reason });
    enter({ name: "paused" });
  };
  const fail = (code: HandoffFailure) => {
    if (hasEnded(state)) return;
    post({ type: "error", code, message: HANDOFF_FAILURES[code] });
    enter({ name: "failed", code });
  };
  const close = (reason: string) => {
    if (hasEnded(state)) return;
    post({ type: "close", reason });
    enter({ name: "closed", reason });
  };
  const handle = ({ message, session: named, traceId: traced }: GuardedMessage) => {
    if (traced !== traceId || (message.type !== "boot" && named !== session)) return;
    lastMessageAt = timing.now();
    pings = 0;
    const handler = HANDLERS[message.type as keyof typeof HANDLERS] as ((message: HandoffMessage) => void) | undefined;
    handler?.(message);
  };
  const HANDLERS = {
    boot: () => {
      hasBooted = true;
      if (ready !== null) restart();
      greet();
    },
    ready: (message: HandoffMessage<"ready">) => {
      if (ready !== null) return;
      if (!HANDOFF_VERSIONS.includes(message.version as 1)) return fail("version_mismatch");
      ready = {
        encoding: message.encoding,
        allows: createRateLimit(Math.min(parts.maxFps, message.maxFps ?? parts.maxFps)),
      };
      credits = message.credits;
      enter({ name: "streaming" });
      if (pauseReason !== null) pauseNow(pauseReason);
      send();
    },
    ack: (message: HandoffMessage<"ack">) => {
      // credit is returned once, and only for frames that were sent
      if (ready === null || !inTransit.delete(message.seq)) return;
      figures.acknowledged++;
      credits = Math.min(HANDOFF_LIMITS.credits - inTransit.size, credits + message.credits);
      if (mode === "latest-frame") close("complete");
      else send();
    },
    ping: ({ n, t }: HandoffMessage<"ping">) => post({ type: "pong", n, t }),
    error: ({ code }: HandoffMessage<"error">) => enter({ name: "failed", code }),
    close: ({ reason }: HandoffMessage<"close">) => enter({ name: "closed", reason }),
  };
  /** The receiver's page was reloaded: frames in transit are lost, and the new page has to be greeted. */
  const restart = () => {
    ready = null;
    credits = 0;
    inTransit.clear();
    begun = timing.now();
    enter({ name: "greeting" });
  };
  const check = () => {
    const now = timing.now();
    // a window that looks closed before it has sent anything has lost its link to the opener
    if (parts.isClosed())
      return enter({ name: "failed", code: hasBooted || ready !== null ? "receiver_closed" : "receiver_unreachable" });
    if (ready === null) {
      if (now - begun >= HANDOFF_LIMITS.helloFor) return fail("receiver_timeout");
      if (now - greetedAt >= HANDOFF_LIMITS.helloEvery) greet();
      return;
    }
    send();
    if (now - Math.max(lastMessageAt, lastPingAt) < HANDOFF_LIMITS.pingEvery) return;
    if (pings >= HANDOFF_LIMITS.pingsMissed - 1) return fail("receiver_stalled");
    lastPingAt = now;
    post({ type: "ping", n: pings++, t: now });
  };
  const cleanups = [listenGuarded(port, "receiver", timing, handle), timing.every(CHECK_MS, check)];
  return {
    state: () => state,
    offer: (frame) => {
      if (hasEnded(state)) return;
      figures.offered++;
      if (pending !== null) figures.overwritten++;
      pending = frame;
      send();
    },
    pause: (reason) => {
      pauseReason = reason;
      if (state.name === "streaming") pauseNow(reason);
    },
    resume: (reason) => {
      pauseReason = null;
      if (state.name !== "paused") return;
      post({ type: "resume", reason });
      enter({ name: "streaming" });
    },
    stop: close,
    fail,
    figures: () => ({ ...figures }),
  };
};

const hasEnded = ({ name }: SenderState): boolean => name === "closed" || name === "failed";

/** Whether an event may happen now; counts it if so. */
type RateLimit = (now: number) => boolean;

/** How many may come early in a row: delayed frames arrive together, and all of them are allowed. */
const BURST = 3;

/** Allows so many per second, evenly but with some tolerance (the generic cell rate algorithm). */
export const createRateLimit = (perSecond: number): RateLimit => {
  const interval = 1000 / perSecond;
  let due = Number.NEGATIVE_INFINITY;
  return (now) => {
    if (due - now > BURST * interval) return false;
    due = Math.max(due, now) + interval;
    return true;
  };
};
