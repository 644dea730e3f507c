/** Waits for somebody's answers, which come in the order of the questions, for a limited time. */
export type Patience = {
  /** The answer, unless it is given up before. */
  readonly wait: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
  /** Gives up all that is waited for. */
  readonly giveUp: (reason: Error) => void;
};

/** Milliseconds of a turn. */
export const TURN_MS = 9;

/** Questions before one's own that are worth another turn: they were ours, and take their time, too. */
const AHEAD_A_TURN = 8;

/**
 * Calls `onSilence` when an answer has been waited for through so many turns of a timer, and more where many questions were
 * ahead of it. Between any two turns this process has looked at its sockets: where it is itself held up, by a thousand
 * callers who come at once, nobody else is blamed for it. Who says nothing at all is found out by the first question.
 */
export const createPatience = (turns: number, onSilence: () => void): Patience => {
  const waiting = new Set<Waiting>();
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    turn++;
    const [oldest] = waiting;
    if (oldest !== undefined && turn >= oldest.until) onSilence();
  };
  const begin = (one: Waiting) => {
    waiting.add(one);
    timer ??= setInterval(look, TURN_MS);
  };
  const end = (one: Waiting) => {
    waiting.delete(one);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    wait: (answer) =>
      new Promise((resolve, reject) => {
        const one = { until: turn + turns + Math.floor(waiting.size / AHEAD_A_TURN), reject };
        begin(one);
        answer.then(resolve, reject).finally(() => end(one));
      }),
    giveUp: (reason) => {
      for (const one of waiting) {
        one.reject(reason);
        end(one);
      }
    },
  };
};

type Waiting = { readonly until: number; readonly reject: (reason: Error) => void };
