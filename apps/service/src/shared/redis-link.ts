import { setTimeout } from "node:timers/promises";
import type { ConnectRedis, RedisCommands, RedisConnection } from "./redis-connection.ts";
import type { RedisStanding } from "./state.ts";

/** Access to a Redis that may be gone, frozen or slow, without slowing down requests. */
export type RedisLink = {
  /**
   * Runs a command. Rejects at once while Redis is down, and after 50 ms without a reply: then all pending commands
   * fail together, and Redis is not used until a new background connection responds.
   */
  readonly ask: <Answer>(question: (redis: RedisCommands) => Promise<Answer>) => Promise<Answer>;
  readonly standing: () => RedisStanding;
  readonly close: () => Promise<void>;
};

export type LinkParts = {
  readonly connect: ConnectRedis;
  readonly log: { readonly info: (sentence: string) => void; readonly warn: (sentence: string) => void };
};

/** Timer ticks, of 9 ms each, to wait for a reply: less than 50 ms in total. */
const TURNS = 5;

/**
 * Ticks within which a new connection must reply to one of several pings: a slower Redis would cost requests too much.
 */
const NEAR_TURNS = 2;
const NEAR_TRIES = 5;

/** Milliseconds between reconnects: starts at the first, doubles each time, up to the longest. */
const FIRST_REST_MS = 125;
const LONGEST_REST_MS = 1000;

/** Connects in the background and reconnects until it is closed. */
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

  /** Uses a connection until it is lost; returns the reason. */
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

  /** Handles an error reply: the caller goes on without Redis, and the operator gets one warning. */
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
 * A one-word reason for logs and metrics: a system or TLS error code, or the first word of an error reply, such as
 * `WRONGPASS`. Messages are left out because they may contain addresses and keys.
 */
export const faultWord = (error: unknown): string => {
  if (!(error instanceof Error)) return "FAILED";
  if ("code" in error && /^[A-Z][A-Z_\d]{1,63}$/.test(String(error.code))) return String(error.code);
  return BY_NAME.get(error.name) ?? BY_NAME.get(error.constructor.name) ?? firstWord(error.message) ?? "FAILED";
};

/** Errors without a code. */
const BY_NAME = new Map([
  ["TimeoutError", "TIMEOUT"],
  ["ConnectionTimeoutError", "TIMEOUT"],
  ["SocketClosedUnexpectedlyError", "CLOSED"],
]);

const firstWord = (message: string): string | undefined => /^[A-Z]{2,32}(?= |$)/.exec(message)?.[0];

/** Waits a limited time for replies, which arrive in the order of their commands. */
type Patience = {
  /** Settles like the reply, unless it is given up first. */
  readonly wait: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
  /** Rejects everything that is pending. */
  readonly giveUp: (reason: Error) => void;
};

/** Milliseconds of a tick. */
export const TURN_MS = 9;

/** Pending commands that earn one more tick: they are ahead of this one and take time too. */
const AHEAD_A_TURN = 8;

/**
 * Calls `onSilence` when a reply has been pending for `turns` ticks of a timer, plus some for the commands ahead of it.
 * Counting ticks instead of time makes sure that this process has polled its sockets in between: if it is itself
 * blocked by a burst of requests, Redis is not blamed. A completely silent Redis is detected by the first command.
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
