import type { HandoffFailure } from "@lumiglyph/contract";
import type { Handoff, Phase, Wish } from "./handoff.ts";

/** What has become of a wish, for who had it. */
export type Outcome = "streaming" | "delivered" | "declined" | "blocked" | HandoffFailure;

/** Milliseconds that the person has to answer in. */
const ANSWER_MS = 60_000;

/** Waits for what becomes of a wish that is being asked about. The question goes away when nobody waits for it any more. */
export const outcomeOf = (handoff: Handoff, wish: Wish, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    const takeBack = (): void => {
      const phase = handoff.phase.peek();
      if (phase.name === "asking" && phase.wish === wish) handoff.decline();
    };
    const timer = setTimeout(takeBack, ANSWER_MS);
    const stop = handoff.phase.subscribe((phase) => {
      const outcome = outcomeIn(phase, wish);
      if (outcome === null) return;
      clearTimeout(timer);
      signal.removeEventListener("abort", takeBack);
      // the first call comes before there is anything to stop
      queueMicrotask(() => stop());
      resolve(outcome);
    });
    signal.addEventListener("abort", takeBack);
    if (signal.aborted) takeBack();
  });

/** What a phase says about a wish; null where that is still open. */
const outcomeIn = (phase: Phase, wish: Wish): Outcome | null => {
  if (phase.name === "idle" || phase.wish.traceId !== wish.traceId) return "declined";
  switch (phase.name) {
    case "asking":
    case "connecting":
      return null;
    case "live":
    case "paused":
      return wish.mode === "latest-frame" ? null : "streaming";
    case "ended":
      return phase.reason === "complete" ? "delivered" : "declined";
    case "failed":
      return phase.code === "popup_blocked" ? "blocked" : phase.code;
  }
};
