import type { HandoffFailure } from "@lumiglyph/contract";
import { effect, untracked } from "@preact/signals";
import type { Studio } from "../state/studio.ts";
import { failureCard } from "./failure-card.ts";
import type { Handoff, Phase } from "./handoff.ts";
import { FAILED, originWords, questionWords } from "./words.ts";

/** Tells of every change of the handoff: to screen readers, in toasts, and failures on cards, with a way out of each. */
export const tellPhases = (handoff: Handoff, studio: Pick<Studio, "announce" | "fault" | "toast">): (() => void) => {
  const target = originWords(handoff.target);
  const again = { label: "Try again", go: handoff.toggle };
  const fail = (code: HandoffFailure): void => {
    const card = failureCard(code, handoff.toggle);
    if (card !== null) studio.fault.value = card;
    else if (code === "source_ended") studio.announce(FAILED[code]);
    else studio.toast(FAILED[code], again);
  };
  const tell = (phase: Phase): void => {
    if (phase.name === "asking")
      studio.announce(`${questionWords(phase.wish.mode)} ${target}? Allow and Not now are behind the top bar.`);
    else if (phase.name === "live") studio.announce(`Live frames go to ${target}`);
    else if (phase.name === "paused") studio.announce("Handoff paused");
    else if (phase.name === "ended") studio.toast(ENDED[phase.reason]?.(target) ?? "Handoff ended");
    else if (phase.name === "failed") fail(phase.code);
  };
  return effect(() => {
    const phase = handoff.phase.value;
    // what is told must not be listened to
    untracked(() => tell(phase));
  });
};

/** Why it has ended, where that is known. Reasons of the receiver's own are not shown. */
const ENDED: { readonly [reason: string]: (target: string) => string } = {
  complete: (target) => `Frame delivered to ${target}`,
  receiver: () => "The receiver ended the handoff",
  source_changed: () => "Handoff ended: the source has changed",
  ended: () => "Handoff ended: the video is over",
};
