import { effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { Refused } from "../darkroom/darkroom.ts";
import { faultCard, type WaysOut } from "../sources/fault-card.ts";
import type { Trouble } from "../sources/trouble.ts";
import type { Fault } from "./studio.ts";

export type FaultsParts = {
  /** Why the darkroom draws nothing. */
  readonly refused: ReadonlySignal<Refused | null>;
  /** Most columns that the open picture can have, asked where it was refused for having too many. */
  readonly fitting: () => number | null;
  readonly out: Omit<WaysOut, "shrink"> & {
    /** Gives up the smaller copy that is being made. */
    readonly cancel: () => void;
    /** Gives the darkroom its picture once more. */
    readonly openAgain: () => void;
  };
};

export type Faults = {
  readonly fault: Signal<Fault | null>;
  /** Shows the card of a trouble; `shrink` opens a smaller copy of the picture. */
  readonly report: (trouble: Trouble, shrink?: () => Promise<void>) => void;
};

/** The one card on the stage. What the darkroom refuses stays there for as long as it is refused. */
export const createFaults = ({ refused, fitting, out }: FaultsParts): Faults => {
  const fault = signal<Fault | null>(null);
  const close = (): void => {
    fault.value = null;
  };
  const report: Faults["report"] = (trouble, shrink = async () => {}) => {
    fault.value = faultCard(trouble, {
      ...out,
      shrink() {
        fault.value = shrinkingCard(() => {
          out.cancel();
          close();
        });
        void shrink();
      },
    });
  };

  let ofDarkroom: Fault | null = null;
  const reportRefused = (reason: Refused | null): void => {
    if (fault.peek() === ofDarkroom) close();
    if (reason === null) return;
    if (reason.code === "grid_too_large") report({ code: "grid_too_large", fitting: fitting() });
    else fault.value = brokenCard(reason, out.openAgain);
    ofDarkroom = fault.peek();
  };
  effect(() => {
    const reason = refused.value;
    untracked(() => reportRefused(reason));
  });
  return { fault, report };
};

const shrinkingCard = (cancel: () => void): Fault => ({
  code: "image_too_many_pixels",
  title: "Shrinking it",
  says: "A smaller copy opens in a moment. The file itself stays as it is.",
  ways: [{ label: "Cancel", go: cancel }],
});

const brokenCard = ({ code, message }: Refused, openAgain: () => void): Fault => ({
  code,
  title: "This picture could not be drawn",
  says: message,
  ways: [{ label: "Open it again", go: openAgain }],
});
