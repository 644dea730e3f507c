import { setTimeout } from "node:timers/promises";
import { faultWord } from "./fault-word.ts";
import { createPatience } from "./patience.ts";
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
