import { setTimeout } from "node:timers/promises";
import type { ConnectRedis, RedisCommands, RedisConnection } from "./redis-connection.ts";
import type { RedisStatus } from "./status.ts";

/** Access to a Redis that may be gone, frozen or slow, without slowing down requests. */
export type RedisLink = {
  /**
   * Runs a command. Rejects at once while Redis is down, and after 50 ms without a reply: then all
   * pending commands fail together, and Redis is not used until a new background connection
   * responds.
   */
  readonly run: <Reply>(command: (redis: RedisCommands) => Promise<Reply>) => Promise<Reply>;
  readonly status: () => RedisStatus;
  /**
   * From now on calls `listener` for each command with the milliseconds that its caller waited for
   * a reply or gave up. Excludes time in which this process did other work, because the caller
   * might have waited for its turn anyway: in a busy process, callers wait longer than this figure.
   */
  readonly onWait: (listener: (ms: number) => void) => void;
  readonly close: () => Promise<void>;
};

export type LinkParts = {
  readonly connect: ConnectRedis;
  readonly log: { readonly info: (sentence: string) => void; readonly warn: (sentence: string) => void };
};

/** Timer ticks, of 9 ms each, to wait for a reply: less than 50 ms in total, so two commands take less than 100. */
const TICKS = 5;

/**
 * Ticks within which a new connection must reply to one of several pings: a slower Redis would delay requests too much.
 */
const PING_TICKS = 2;
const PING_TRIES = 5;

/** Milliseconds between reconnects: starts at the first, doubles each time, up to the longest. */
const FIRST_DELAY_MS = 125;
const MAX_DELAY_MS = 1000;

/** Connects in the background and reconnects until it is closed. */
export const createRedisLink = ({ connect, log }: LinkParts): RedisLink => {
  const ending = new AbortController();
  const ended = ending.signal;
  let status: RedisStatus = { state: "connecting", lastError: null };
  let current: { readonly connection: RedisConnection; readonly lose: (error: unknown) => void } | null = null;
  const replyTimeout = createReplyTimeout(TICKS, () => current?.lose(NO_REPLY));
  const pingTimeout = createReplyTimeout(PING_TICKS, () => pingTimeout.giveUp(NO_REPLY));

  const checkLatency = async ({ commands }: Pick<RedisConnection, "commands">, tries = PING_TRIES): Promise<unknown> =>
    pingTimeout.wait(commands.ping()).catch((error) => {
      if (error !== NO_REPLY || tries === 1) throw error;
      return checkLatency({ commands }, tries - 1);
    });

  /** Uses a connection until it is lost; returns the reason. */
  const serve = async (connection: RedisConnection): Promise<unknown> => {
    try {
      await checkLatency(connection);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const lose = (error: unknown) => {
        current = null;
        replyTimeout.giveUp(DOWN);
        resolve(error);
      };
      current = { connection, lose };
      if (status.lastError !== null) log.info(BACK_UP);
      status = { ...status, state: "up" };
      connection.lost.then(lose);
      return await promise;
    } finally {
      connection.close();
    }
  };

  const keepConnected = async (): Promise<void> => {
    for (let delay = FIRST_DELAY_MS; !ended.aborted; delay = Math.min(MAX_DELAY_MS, delay * 2)) {
      const reason = errorWord(await connect(ended).then(serve).catch(identity));
      if (ended.aborted) return;
      if (status.state === "up") delay = FIRST_DELAY_MS;
      if (status.state !== "resting" || status.lastError !== reason) log.warn(downMessage(reason));
      status = { state: "resting", lastError: reason };
      await setTimeout(delay, undefined, { signal: ended, ref: false }).catch(identity);
    }
  };

  /** Handles an error reply: the caller goes on without Redis, and the operator gets one warning. */
  const onErrorReply = (error: unknown): void => {
    const reason = errorWord(error);
    if (status.lastError !== reason) log.warn(`Redis returned an error (${reason}). ${FALLBACK}`);
    status = { ...status, lastError: reason };
  };

  let reportWait: (ms: number) => void = () => {};

  const loop = keepConnected();
  return {
    run: async (command) => {
      if (current === null) throw DOWN;
      const { commands, isReply } = current.connection;
      const before = idleMs();
      try {
        return await replyTimeout.wait(command(commands));
      } catch (error) {
        if (isReply(error)) onErrorReply(error);
        throw error;
      } finally {
        reportWait(idleMs() - before);
      }
    },
    status: () => status,
    onWait: (listener) => {
      reportWait = listener;
    },
    close: async () => {
      ending.abort();
      current?.lose(DOWN);
      await loop;
    },
  };
};

/**
 * Milliseconds since startup in which this process was idle, or had an event but waited for a core.
 */
const idleMs = (): number => performance.eventLoopUtilization().idle;

const identity = (error: unknown): unknown => error;

const NO_REPLY = Object.assign(new Error("Redis did not reply"), { code: "TIMEOUT" });
const DOWN = Object.assign(new Error("Redis is unreachable"), { code: "AWAY" });

const FALLBACK =
  "Until it recovers, each instance grants a client its share of the limit, and the shared cache is not used.";
const BACK_UP = "Redis is back.";

const downMessage = (reason: string): string => `Redis is unreachable (${reason}). ${FALLBACK}`;

/**
 * A one-word reason for logs and metrics: a system or TLS error code, or the first word of an error reply, such as
 * `WRONGPASS`. Messages are left out because they may contain addresses and keys.
 */
export const errorWord = (error: unknown): string => {
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
type ReplyTimeout = {
  /** Settles like the reply, unless it is given up first. */
  readonly wait: <Reply>(reply: Promise<Reply>) => Promise<Reply>;
  /** Rejects everything that is pending. */
  readonly giveUp: (reason: Error) => void;
};

/** Milliseconds of a tick. */
export const TICK_MS = 9;

/** Maximum milliseconds to wait, however few ticks have passed, once the sockets have been polled twice. */
const LONGEST_MS = 90;
const POLLED_TICKS = 3;

/**
 * Calls `onSilence` when a reply has been pending for `ticks` ticks of a timer. Counting ticks
 * instead of time makes sure that this process has polled its sockets in between: if a burst of
 * requests blocks it, Redis is not blamed, unless the caller has waited for too long.
 */
export const createReplyTimeout = (ticks: number, onSilence: () => void): ReplyTimeout => {
  const waiting = new Set<Waiting>();
  let tick = 0;
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    tick++;
    const [oldest] = waiting;
    if (oldest === undefined) return;
    const passed = tick - oldest.tick;
    const isTooLong = passed >= POLLED_TICKS && performance.now() - oldest.at > LONGEST_MS;
    if (passed >= ticks || isTooLong) onSilence();
  };
  const begin = (one: Waiting) => {
    waiting.add(one);
    timer ??= setInterval(check, TICK_MS);
  };
  const end = (one: Waiting) => {
    waiting.delete(one);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    wait: (reply) =>
      new Promise((resolve, reject) => {
        const one = { tick, at: performance.now(), reject };
        begin(one);
        reply.then(resolve, reject).finally(() => end(one));
      }),
    giveUp: (reason) => {
      for (const one of waiting) {
        one.reject(reason);
        end(one);
      }
    },
  };
};

type Waiting = { readonly tick: number; readonly at: number; readonly reject: (reason: Error) => void };
