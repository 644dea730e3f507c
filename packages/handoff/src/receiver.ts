import { type ReceivedFrame, unpackFrame } from "./frame.ts";
import { type GuardedMessage, listenGuarded } from "./guard.ts";
import {
  HANDOFF_FAILURES,
  HANDOFF_LIMITS,
  HANDOFF_PROTOCOL,
  HANDOFF_VERSIONS,
  type HandoffFailure,
  type HandoffMessage,
} from "./messages.ts";
import type { Port } from "./port.ts";
import type { Timing } from "./timing.ts";

/** The state of a handoff on the receiver's side. */
export type ReceiverState =
  | { readonly name: "waiting" | "streaming" | "paused" }
  | { readonly name: "closed"; readonly reason: string }
  | { readonly name: "failed"; readonly code: HandoffFailure };

export type ReceiverParts = {
  readonly port: Port;
  readonly timing: Timing;
  /** The trace id of the launch URL. */
  readonly traceId: string;
  /** Handles a frame. More frames are requested when the returned promise resolves. */
  readonly onFrame: (frame: ReceivedFrame) => unknown;
  readonly onState?: (state: ReceiverState) => void;
  /** Maximum frames in transit, 1 to 4: two hide the latency of the acknowledgment. */
  readonly credits?: number;
  /** Maximum frames per second. */
  readonly maxFps?: number;
  /**
   * The format of frames. By default, transferred buffers, with two colors per cell if the sender
   * supports them.
   */
  readonly encoding?: Encoding;
};

type Encoding = HandoffMessage<"ready">["encoding"];

/** The receiving side of a handoff. */
export type Receiver = {
  readonly state: () => ReceiverState;
  readonly stop: (reason: string) => void;
};

/** Milliseconds between two checks of the sender. */
const CHECK_MS = 500;

/** Announces the receiver and accepts frames. */
export const startReceiver = (parts: ReceiverParts): Receiver => {
  const { port, timing, traceId, credits = 2 } = parts;
  let state: ReceiverState = { name: "waiting" };
  let session: string | null = null;
  let [last, pings] = [-1, 0];
  let [lastMessageAt, lastPingAt] = [timing.now(), timing.now()];

  const post = (message: HandoffMessage) =>
    port.post({ protocol: HANDOFF_PROTOCOL, ...(session !== null && { session }), traceId, ...message }, []);
  const enter = (next: ReceiverState) => {
    if (hasEnded(state)) return;
    state = next;
    if (hasEnded(next)) for (const end of cleanups) end();
    parts.onState?.(next);
  };
  const fail = (code: HandoffFailure) => {
    post({ type: "error", code, message: HANDOFF_FAILURES[code] });
    enter({ name: "failed", code });
  };
  const accept = ({ versions, encodings }: HandoffMessage<"hello">) => {
    const version = HANDOFF_VERSIONS.find((own) => versions.includes(own));
    const wanted = parts.encoding === undefined ? PREFERRED : [parts.encoding];
    const encoding = wanted.find((own) => encodings.includes(own));
    if (version === undefined || encoding === undefined) return fail("version_mismatch");
    enter({ name: "streaming" });
    post({ type: "ready", version, encoding, credits, ...(parts.maxFps !== undefined && { maxFps: parts.maxFps }) });
  };
  const handle = ({ message, session: named, traceId: traced }: GuardedMessage) => {
    if (traced !== traceId || (session !== null && named !== session)) return;
    lastMessageAt = timing.now();
    pings = 0;
    if (session === null) {
      // the message was for the page that was here before: tell the sender that it was reloaded
      if (message.type !== "hello") return post({ type: "boot" });
      session = named;
      return accept(message);
    }
    const handler = HANDLERS[message.type as keyof typeof HANDLERS] as ((message: HandoffMessage) => void) | undefined;
    handler?.(message);
  };
  const HANDLERS = {
    frame: async (message: HandoffMessage<"frame">) => {
      const frame = message.seq > last ? unpackFrame(message) : null;
      if (frame === null) return;
      last = message.seq;
      try {
        await parts.onFrame(frame);
      } finally {
        // a page that fails on one frame still gets the next
        if (!hasEnded(state)) post({ type: "ack", seq: message.seq, credits: 1 });
      }
    },
    ping: ({ n, t }: HandoffMessage<"ping">) => post({ type: "pong", n, t }),
    pause: () => enter({ name: "paused" }),
    resume: () => enter({ name: "streaming" }),
    error: ({ code }: HandoffMessage<"error">) => enter({ name: "failed", code }),
    close: ({ reason }: HandoffMessage<"close">) => enter({ name: "closed", reason }),
  };
  const check = () => {
    const now = timing.now();
    if (session === null || now - Math.max(lastMessageAt, lastPingAt) < HANDOFF_LIMITS.pingEvery) return;
    if (pings >= HANDOFF_LIMITS.pingsMissed - 1) return enter({ name: "closed", reason: "silent" });
    lastPingAt = now;
    post({ type: "ping", n: pings++, t: now });
  };
  const cleanups = [listenGuarded(port, "sender", timing, handle), timing.every(CHECK_MS, check)];
  post({ type: "boot" });
  return {
    state: () => state,
    stop: (reason) => {
      if (hasEnded(state)) return;
      if (session !== null) post({ type: "close", reason });
      enter({ name: "closed", reason });
    },
  };
};

/**
 * Encodings that a receiver supports by default; a sender with one color per cell offers only the
 * second.
 */
const PREFERRED: readonly Encoding[] = ["rgb48-u8", "rgb24-u8"];

const hasEnded = ({ name }: ReceiverState): boolean => name === "closed" || name === "failed";
