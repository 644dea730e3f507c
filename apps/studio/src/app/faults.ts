import { effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import type { WaysOut } from "../sources/fault-cards.ts";
import type { PictureSize, SourceError } from "../state/source.ts";
import type { Fault } from "../state/studio.ts";
import type { Refused } from "../worker/preview.ts";

export type FaultsParts = {
  /** Why the worker does not render. */
  readonly refused: ReadonlySignal<Refused | null>;
  /** Size and columns of the grid that was refused as too large. */
  readonly grid: () => { readonly info: PictureSize; readonly columns: number };
  readonly out: Omit<WaysOut, "shrink"> & {
    /** Cancels the shrinking that is in progress. */
    readonly cancel: () => void;
    /** Sends the picture to the worker again. */
    readonly openAgain: () => void;
  };
  /** Called when the cards' code could not be loaded. */
  readonly onMissing: () => void;
};

export type Faults = {
  readonly fault: Signal<Fault | null>;
  /** Shows the card of a source error; `shrink` opens a smaller copy of the picture. */
  readonly report: (error: SourceError, shrink?: () => Promise<void>) => Promise<void>;
};

type Cards = typeof import("../sources/fault-cards.ts");

/** The one fault card over the viewer. A refusal from the worker stays visible until the worker accepts something. */
export const createFaults = ({ refused, grid, out, onMissing }: FaultsParts): Faults => {
  const fault = signal<Fault | null>(null);
  const close = (): void => {
    fault.value = null;
  };
  const withCards = async (show: (cards: Cards) => void): Promise<void> => {
    const cards = await import("../sources/fault-cards.ts").catch(() => null);
    if (cards === null) onMissing();
    else show(cards);
  };
  const card = (cards: Cards, error: SourceError, shrink = async () => {}): Fault =>
    cards.faultCard(error, {
      ...out,
      shrink() {
        fault.value = cards.shrinkingCard(() => {
          out.cancel();
          close();
        });
        void shrink();
      },
    });
  const report: Faults["report"] = (error, shrink) =>
    withCards((cards) => {
      const shown = card(cards, error, shrink);
      fault.value = shown;
      if ("cleared" in error) {
        void error.cleared?.then(() => {
          if (fault.peek() !== shown) return;
          close();
          out.openCamera();
        });
      }
    });

  let ofWorker: Fault | null = null;
  const reportRefused = (reason: Refused | null): void => {
    if (fault.peek() === ofWorker) close();
    if (reason === null) return;
    void withCards((cards) => {
      if (refused.peek() !== reason) return;
      const { info, columns } = grid();
      ofWorker =
        reason.code === "grid_too_large"
          ? card(cards, { code: "grid_too_large", fitting: cards.fittingColumns(info, columns) })
          : cards.brokenCard(reason, out.openAgain);
      fault.value = ofWorker;
    });
  };
  effect(() => {
    const reason = refused.value;
    untracked(() => reportRefused(reason));
  });
  return { fault, report };
};
