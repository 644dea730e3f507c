import type { Refused } from "./darkroom.ts";
import { INTERNAL } from "./internal.ts";
import type { Answers, Kind, Order, Question, Report } from "./messages.ts";

/** Questions to the Worker that wait for their answers. */
export type Asks = {
  /** Rejects with an error that has the refusal's code, or with the signal's reason once that is aborted. */
  readonly ask: <One extends Kind>(question: Question<One>, signal?: AbortSignal) => Promise<Answers[One]>;
  readonly settle: (report: Extract<Report, { type: "answer" | "failure" }>) => void;
  /** The Worker is gone, and so are all its answers. */
  readonly loseAll: () => void;
};

export const createAsks = (post: (order: Order) => void): Asks => {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const ask = <One extends Kind>(question: Question<One>, signal?: AbortSignal): Promise<Answers[One]> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = ++last;
      const forget = (): void => {
        waiting.delete(id);
        post({ type: "forget", id });
        reject(signal?.reason);
      };
      const leave = (): void => signal?.removeEventListener("abort", forget);
      signal?.addEventListener("abort", forget);
      waiting.set(id, { resolve: resolve as Waiting["resolve"], reject, leave });
      post({ type: "ask", id, question: question as Question });
    });
  const fail = ({ reject, leave }: Waiting, refused: Refused | null): void => {
    const { code, message } = refused ?? INTERNAL;
    leave();
    reject(Object.assign(new Error(message), { code }));
  };
  return {
    ask,
    settle: (report) => {
      const asked = waiting.get(report.id);
      waiting.delete(report.id);
      if (report.type === "failure") return asked && fail(asked, report.refused);
      if (asked === undefined) return discard(report.answer);
      asked.leave();
      asked.resolve(report.answer);
    },
    loseAll: () => {
      for (const asked of waiting.values()) fail(asked, null);
      waiting.clear();
    },
  };
};

type Waiting = {
  readonly resolve: (answer: Answers[Kind]) => void;
  readonly reject: (reason: unknown) => void;
  /** Stops listening for the caller's abort. */
  readonly leave: () => void;
};

/** Pictures that nobody takes hold memory until they are closed. */
const discard = (answer: Answers[Kind]): void => {
  if (typeof answer === "string" || answer instanceof Blob) return;
  for (const picture of [answer].flat()) picture.close();
};
