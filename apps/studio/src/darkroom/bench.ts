import type { Steps } from "@lumiglyph/engine";
import type { Turn } from "./turn.ts";

/** What goes first: the stage, which someone looks at; then what someone waits for; last what is nice to have. */
export const URGENCY = { stage: 0, wish: 1, thumbnail: 2 } as const;

/**
 * Does a piece of work step by step, one step a turn, and only where nothing more urgent is there. Rejects with the signal's
 * reason once that is aborted: the rest is then left undone.
 */
export type Bench = <Result>(
  urgency: (typeof URGENCY)[keyof typeof URGENCY],
  steps: Steps<Result>,
  signal: AbortSignal,
) => Promise<Result>;

export const createBench = (turn: Turn): Bench => {
  const pieces = new Set<Piece>();
  let busy = false;
  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    // a turn before the first step: a newer wish that waits already may make it needless
    for (await turn(); pieces.size > 0; await turn()) mostUrgent(pieces).step();
    busy = false;
  };
  return (urgency, steps, signal) =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        pieces.delete(piece);
        signal.removeEventListener("abort", stop);
      };
      const stop = (): void => {
        leave();
        reject(signal.reason);
      };
      const step = (): void => {
        try {
          const { done, value } = steps.next();
          if (!done) return;
          leave();
          resolve(value);
        } catch (error) {
          leave();
          reject(error);
        }
      };
      const piece: Piece = { urgency, step };
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop);
      pieces.add(piece);
      work();
    });
};

type Piece = { readonly urgency: number; readonly step: () => void };

/** Of equally urgent ones the first that came. */
const mostUrgent = (pieces: Iterable<Piece>): Piece =>
  [...pieces].reduce((first, piece) => (piece.urgency < first.urgency ? piece : first));
