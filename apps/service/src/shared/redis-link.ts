import { setTimeout } from "node:timers/promises";
import type { ConnectRedis, RedisCommands, RedisConnection } from "./redis-connection.ts";
import type { RedisStanding } from "./state.ts";

/** The way to a Redis that may be gone, frozen or slow, which then costs nobody anything. */
export type RedisLink = {
  /**
   * Asks Redis. Rejects at once while it is not up, and where it has been silent for 50 ms: then everybody who waits gives
   * up together, and it is left alone until a new connection has shown in the background that it answers.
   */
  readonly ask: <Answer>(question: (redis: RedisCommands) => Promise<Answer>) => Promise<Answer>;
  readonly standing: () => RedisStanding;
  readonly close: () => Promise<void>;
};

export type LinkParts = {
  readonly connect: ConnectRedis;
  readonly log: { readonly info: (sentence: string) => void; readonly warn: (sentence: string) => void };
};

/** Turns, of 9 ms, that an answer is waited for: less than 50 ms in all. */
const TURNS = 5;

/** Turns in which a new connection must answer, once of so many times: a Redis that needs longer costs requests too much. */
const NEAR_TURNS = 2;
const NEAR_TRIES = 5;

/** Milliseconds for which Redis is left alone: the first after a loss, each twice the one before, the longest. */
const FIRST_REST_MS = 125;
const LONGEST_REST_MS = 1000;

/** Opens the way in the background, and again for as long as it is not closed. */
export const createRedisLink = ({ connect, log }: LinkParts): RedisLink => {
  const ending = new AbortController();
  const ended = ending.signal;
  let standing: RedisStanding = { state: "connecting", lastError: null };
  let current: { readonly connection: RedisConnection; readonly lose: (error: unknown) => void } | null = null;
  const patience = createPatience(TURNS, () => current?.lose(SILENT));
  const near = createPatience(NEAR_TURNS, () => near.giveUp(SILENT));

  const isNear = async ({ commands }: Pick<RedisConnection, "commands">, tries = NEAR_TRIES): Promise<unknown> =>
    near.wait(commands.ping()).catch((error) => {
      if (error !== SILENT || tries === 1) throw error;
      return isNear({ commands }, tries - 1);
    });

  /** Serves whoever asks over one connection until that is lost; gives the reason. */
  const serve = async (connection: RedisConnection): Promise<unknown> => {
    try {
      await isNear(connection);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const lose = (error: unknown) => {
        current = null;
        patience.giveUp(AWAY);
        resolve(error);
      };
      current = { connection, lose };
      if (standing.lastError !== null) log.info(BACK);
      standing = { ...standing, state: "up" };
      connection.lost.then(lose);
      return await promise;
    } finally {
      connection.close();
    }
  };

  const run = async (): Promise<void> => {
    for (let rest = FIRST_REST_MS; !ended.aborted; rest = Math.min(LONGEST_REST_MS, rest * 2)) {
      const word = faultWord(await connect(ended).then(serve).catch(itself));
      if (ended.aborted) return;
      if (standing.state === "up") rest = word === "TIMEOUT" ? LONGEST_REST_MS : FIRST_REST_MS;
      if (standing.state !== "resting" || standing.lastError !== word) log.warn(away(word));
      standing = { state: "resting", lastError: word };
      await setTimeout(rest, undefined, { signal: ended, ref: false }).catch(itself);
    }
  };

  /** An answer that says no: whoever asked does without, and the operator is told once. */
  const hearNo = (error: unknown): void => {
    const word = faultWord(error);
    if (standing.lastError !== word) log.warn(`Redis refuses (${word}). ${WITHOUT}`);
    standing = { ...standing, lastError: word };
  };

  const running = run();
  return {
    ask: async (question) => {
      if (current === null) throw AWAY;
      const { commands, isAnswer } = current.connection;
      return patience.wait(question(commands)).catch((error) => {
        if (isAnswer(error)) hearNo(error);
        throw error;
      });
    },
    standing: () => standing,
    close: async () => {
      ending.abort();
      current?.lose(AWAY);
      await running;
    },
  };
};

const itself = (error: unknown): unknown => error;

const SILENT = Object.assign(new Error("Redis is silent"), { code: "TIMEOUT" });
const AWAY = Object.assign(new Error("Redis is out of reach"), { code: "AWAY" });

const WITHOUT = "Until it serves, points are counted in this process alone, and nothing is taken from a shared cache.";
const BACK = "Redis is back.";

const away = (word: string): string => `Redis is out of reach (${word}). ${WITHOUT}`;

/**
 * What went wrong with Redis in one word, for logs and metrics: the code of the system or of TLS, or the word that begins an
 * answer of Redis, such as `WRONGPASS`. Messages are left out: they may hold addresses and keys.
 */
export const faultWord = (error: unknown): string => {
  if (!(error instanceof Error)) return "FAILED";
  if ("code" in error && /^[A-Z][A-Z_\d]{1,63}$/.test(String(error.code))) return String(error.code);
  return BY_NAME.get(error.name) ?? BY_NAME.get(error.constructor.name) ?? firstWord(error.message) ?? "FAILED";
};

/** Errors of the platform and of the client that have no code. */
const BY_NAME = new Map([
  ["TimeoutError", "TIMEOUT"],
  ["ConnectionTimeoutError", "TIMEOUT"],
  ["SocketClosedUnexpectedlyError", "CLOSED"],
]);

const firstWord = (message: string): string | undefined => /^[A-Z]{2,32}(?= |$)/.exec(message)?.[0];

/** Waits for somebody's answers, which come in the order of the questions, for a limited time. */
type Patience = {
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
