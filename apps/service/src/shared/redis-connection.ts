/** All that is asked of Redis. */
export type RedisCommands = {
  readonly ping: () => Promise<unknown>;
  readonly eval: (script: string, given: ScriptArguments) => Promise<unknown>;
  readonly get: (key: string) => Promise<Buffer | null>;
  readonly set: (key: string, value: Buffer, seconds: number) => Promise<unknown>;
};

type ScriptArguments = { readonly keys: string[]; readonly arguments: string[] };

/** A connection that stands: it is not mended when it breaks. */
export type RedisConnection = {
  readonly commands: RedisCommands;
  /** Whether an error is an answer of Redis, which then is there and says no. */
  readonly isAnswer: (error: unknown) => boolean;
  /** Resolves with what broke the connection. */
  readonly lost: Promise<unknown>;
  /** Ends it at once, whatever is still asked. */
  readonly close: () => void;
};

/** Opens a connection, or rejects: after a second, or when the signal says so. */
export type ConnectRedis = (signal: AbortSignal) => Promise<RedisConnection>;

/** Commands that may be under way; those beyond are refused here. */
const MOST_COMMANDS = 10_000;

/** Milliseconds that a connection may take to stand, the exchange of credentials included. */
const OPENING_MS = 1000;

/** Connections to the Redis or Valkey at an address. The client is only loaded where there is one. */
export const redisAt =
  (url: string): ConnectRedis =>
  async (ended) => {
    const { createClient, ErrorReply, RESP_TYPES } = await import("@redis/client");
    const client = createClient({
      url,
      // the older protocol says all that is needed, and needs no word before the first command
      RESP: 2,
      disableClientInfo: true,
      maintNotifications: "disabled",
      disableOfflineQueue: true,
      commandsQueueMaxLength: MOST_COMMANDS,
      // waiting and opening anew are the link's
      commandOptions: { timeout: 0 },
      socket: { reconnectStrategy: false, connectTimeout: OPENING_MS },
    });
    // from the first moment on: an error that nobody hears would end the process
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
        eval: (script, given) => client.eval(script, given),
        get: (key) => binary.get(key),
        set: (key, value, seconds) => client.set(key, value, { expiration: { type: "EX", value: seconds } }),
      },
      isAnswer: (error) => error instanceof ErrorReply,
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
