import { HANDOFF_PROTOCOL, type HandoffFailure } from "@lumiglyph/contract";
import type { Fault } from "../state/studio.ts";

/** The card of a failure that needs more than a few words, or null. `again` opens the receiver's window. */
export const failureCard = (code: HandoffFailure, again: () => void): Fault | null => {
  switch (code) {
    case "popup_blocked":
      return {
        code,
        title: "The receiver window was blocked",
        says: "Your browser stopped it from opening. One more click is enough, because then it is yours.",
        ways: [{ label: "Open receiver", go: again }],
      };
    case "receiver_unreachable":
      return {
        code,
        title: "The receiver cannot talk back",
        says: "It opened, but its page cuts the link to this one (Cross-Origin-Opener-Policy). Its owner can fix that. If you closed it yourself, just try again.",
        ways: [{ label: "Try again", go: again }],
      };
    case "version_mismatch":
      return {
        code,
        title: "The receiver speaks another version",
        says: `It needs ${HANDOFF_PROTOCOL}.`,
        ways: [{ label: "Close", go: () => {} }],
      };
    default:
      return null;
  }
};
