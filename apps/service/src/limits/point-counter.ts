import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

/** Seconds of a window. A client's begins with its first render and is over for good at its end. */
export const WINDOW_SECONDS = 60;

/** What a client has spent in its window, and the milliseconds until that is forgotten. */
export type Account = { readonly spent: number; readonly msLeft: number };

/** Counts what clients spend: in this process, or in a store that instances share. */
export type PointCounter = {
  /** Adds points to a client's account, however full that is, and tells how it stands then. */
  readonly spend: (client: string, points: number) => Promise<Account>;
};

/** The counter on any limiter of the library: in memory, on Redis, on Valkey. */
export const counterOn = (limiter: RateLimiterAbstract): PointCounter => ({
  spend: async (client, points) => {
    const { consumedPoints, msBeforeNext } = await limiter.consume(client, points).catch(standing);
    return { spent: consumedPoints, msLeft: msBeforeNext };
  },
});

/** The library throws an account that is overdrawn: to us it is one like any other. */
const standing = (thrown: unknown): RateLimiterRes => {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
};
