import { HANDOFF_LIMITS } from "@lumiglyph/contract";
import { type Guarded, readMessage } from "./guard.ts";
import type { Port } from "./port.ts";
import type { Timing } from "./timing.ts";

/** Receives validated messages from the other side, up to a maximum rate. */
export const hear = (
  port: Port,
  from: "sender" | "receiver",
  { now }: Timing,
  take: (guarded: Guarded) => void,
): (() => void) => {
  let second = 0;
  let heard = 0;
  return port.listen((data) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, heard] = [current, 0];
    if (++heard > HANDOFF_LIMITS.messagesPerSecond) return;
    const guarded = readMessage(data, from);
    if (guarded !== null) take(guarded);
  });
};
