import type { HandoffMode } from "@lumiglyph/handoff";
import type { Frame, ReceivedFrame } from "../../packages/handoff/src/frame.ts";
import type { Port } from "../../packages/handoff/src/port.ts";
import { type ReceiverParts, type ReceiverState, startReceiver } from "../../packages/handoff/src/receiver.ts";
import { type SenderParts, type SenderState, startSender } from "../../packages/handoff/src/sender.ts";
import type { Timing } from "../../packages/handoff/src/timing.ts";

export const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
export const SESSION = "9b2d1f64-0c8e-4c43-9a39-0e6f4d1f7f10";

/** A manual clock. */
export const createTime = (): Timing & { readonly pass: (ms: number) => void } => {
  let now = 1_800_000_000_000;
  const timers = new Set<{ readonly ms: number; readonly work: () => void; due: number }>();
  return {
    now: () => now,
    every: (ms, work) => {
      const timer = { ms, work, due: now + ms };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass: (ms) => {
      for (const until = now + ms; now < until; ) {
        now++;
        for (const timer of [...timers]) {
          if (timer.due > now || !timers.has(timer)) continue;
          timer.due += timer.ms;
          timer.work();
        }
      }
    },
  };
};

/** Two connected ports. Messages are cloned as in a browser and arrive at once. */
export const createPorts = () => {
  const sides = [createSide(), createSide()] as const;
  const portOf = (own: Side, other: Side): Port => ({
    post: (message, transfer) => {
      if (own.isLosing) {
        own.isLosing = false;
        return;
      }
      other.heard.push(message);
      const data = structuredClone(message, { transfer: [...transfer] });
      for (const take of [...other.takes]) take(data);
    },
    listen: (take) => {
      own.takes.add(take);
      return () => own.takes.delete(take);
    },
  });
  return {
    sender: portOf(sides[0], sides[1]),
    receiver: portOf(sides[1], sides[0]),
    toSender: sides[0].heard,
    toReceiver: sides[1].heard,
    listening: () => sides.map(({ takes }) => takes.size),
    /** Removes the page of a side without notice. */
    leave: (who: "sender" | "receiver") => sides[who === "sender" ? 0 : 1].takes.clear(),
    /** Drops the next message of a side. */
    loseNext: (who: "sender" | "receiver") => {
      sides[who === "sender" ? 0 : 1].isLosing = true;
    },
  };
};

type Side = { readonly takes: Set<(data: unknown) => void>; readonly heard: object[]; isLosing: boolean };

const createSide = (): Side => ({ takes: new Set(), heard: [], isLosing: false });

/** A frame of two by two cells, identified by its first cell. */
export const frameOf = (mark: number): Frame => ({
  columns: 8,
  rows: 1,
  codebook: " .:@",
  cells: Uint8Array.of(mark % 4, 1, 2, 3, 0, 0, 0, 0),
  rgb: new Uint8Array(24).fill(mark),
  grounds: null,
  ink: 0xe5e5e5,
  ground: 0x000000,
  drawnAt: mark,
  mediaTime: null,
  paramsRev: 0,
});

/** A sender and, if needed, a receiver that starts later. */
export const createHandoff = (mode: HandoffMode = "webcam-stream", given: Partial<SenderParts> = {}) => {
  const time = createTime();
  const ports = createPorts();
  const states: SenderState[] = [];
  const window = { closed: false };
  const sender = startSender({
    port: ports.sender,
    timing: time,
    mode,
    traceId: TRACE_ID,
    session: SESSION,
    isClosed: () => window.closed,
    maxFps: 120,
    onState: (state) => states.push(state),
    ...given,
  });
  const received: ReceivedFrame[] = [];
  const heard: ReceiverState[] = [];
  const receive = (more: Partial<ReceiverParts> = {}) =>
    startReceiver({
      port: ports.receiver,
      timing: time,
      traceId: TRACE_ID,
      onFrame: (frame) => received.push(frame),
      onState: (state) => heard.push(state),
      ...more,
    });
  return { time, ports, sender, states, window, receive, received, heard };
};

/** Lets promises settle. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
