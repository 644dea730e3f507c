import { hash } from "node:crypto";

/** The Redis commands in use. `eval` sends a script's text only to a Redis that does not have it. */
export type RedisCommands = {
  readonly ping: () => Promise<unknown>;
  readonly eval: (script: string, args: ScriptArguments) => Promise<unknown>;
  readonly get: (key: string) => Promise<Buffer | null>;
  readonly set: (key: string, value: Buffer, seconds: number) => Promise<unknown>;
};

type ScriptArguments = { readonly keys: string[]; readonly arguments: string[] };

/** An open connection. It does not reconnect. */
export type RedisConnection = {
  readonly commands: RedisCommands;
  /** Whether an error is a reply from Redis, which is then reachable. */
  readonly isReply: (error: unknown) => boolean;
  /** Resolves with the error that broke the connection. */
  readonly lost: Promise<unknown>;
  /** Closes it at once, including pending commands. */
  readonly close: () => void;
};

/** Opens a connection. Rejects after a second, or when the signal aborts. */
export type ConnectRedis = (signal: AbortSignal) => Promise<RedisConnection>;

/** Maximum pending commands; further ones are rejected. */
const MOST_COMMANDS = 10_000;

/** Milliseconds to connect, including authentication. */
const OPENING_MS = 1000;

/** Connects to the Redis or Valkey at a URL. The client library is loaded only if there is one. */
export const redisAt =
  (url: string): ConnectRedis =>
  async (ended) => {
    const { createClient, ErrorReply, RESP_TYPES } = await import("@redis/client");
    const client = createClient({
      url,
      // RESP2 is enough, and needs no handshake before the first command
      RESP: 2,
      disableClientInfo: true,
      maintNotifications: "disabled",
      disableOfflineQueue: true,
      commandsQueueMaxLength: MOST_COMMANDS,
      // the link handles timeouts and reconnecting
      commandOptions: { timeout: 0 },
      socket: { reconnectStrategy: false, connectTimeout: OPENING_MS },
    });
    // listen from the start: an unhandled error event would end the process
    const lost = new Promise<unknown>((resolve) => client.on("error", resolve));
    const opening = client.connect();
    try {
      await unlessAborted(opening, AbortSignal.any([ended, AbortSignal.timeout(OPENING_MS)]));
    } catch (error) {
      opening.catch(() => {});
      client.destroy();
      throw error;
    }
    const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    return {
      commands: {
        ping: () => client.ping(),
        eval: (script, args) =>
          client.evalSha(hash("sha1", script), args).catch((error) => {
            if (!String(error).includes("NOSCRIPT")) throw error;
            return client.eval(script, args);
          }),
        get: (key) => binary.get(key),
        set: (key, value, seconds) => client.set(key, value, { expiration: { type: "EX", value: seconds } }),
      },
      isReply: (error) => error instanceof ErrorReply,
      lost,
      close: () => client.destroy(),
    };
  };

const unlessAborted = (opening: Promise<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason);
    if (signal.aborted) return abandon();
    signal.addEventListener("abort", abandon, { once: true });
    opening.then(() => resolve(), reject).finally(() => signal.removeEventListener("abort", abandon));
  });
