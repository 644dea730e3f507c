import { RateLimiterMemory } from "rate-limiter-flexible";
import { counterOn, type PointCounter, WINDOW_SECONDS } from "./point-counter.ts";

/** Accounts that are kept at once, some 800 bytes each: of more clients than one process can render for in a window. */
const MAX_ACCOUNTS = 20_000;

/**
 * A counter in this process, of bounded size: where more clients come within a window, the one whose window began first is
 * forgotten and starts anew. Whoever can come from that many addresses is not held by a limit per address anyway.
 */
export const createMemoryCounter = (points: number, maxAccounts: number = MAX_ACCOUNTS): PointCounter => {
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS, keyPrefix: "" });
  const counter = counterOn(limiter);
  // in the order in which their windows began
  const clients = new Set<string>();
  return {
    spend: async (client, spent) => {
      const account = await counter.spend(client, spent);
      const isNew = account.spent === spent;
      if (isNew) clients.delete(client);
      if (isNew) clients.add(client);
      const [first] = clients;
      if (clients.size > maxAccounts && first !== undefined) {
        clients.delete(first);
        await limiter.delete(first);
      }
      return account;
    },
  };
};
