import type { Clock } from "../clock.ts";

/** What is remembered of hosts that could not be reached, so that asking again costs neither them nor us a connection. */
export type FailedHosts = {
  /** Why this host failed a short while ago; null when nothing is known against it. */
  readonly recall: (host: string) => Error | null;
  readonly remember: (host: string, failure: Error) => void;
  readonly forget: (host: string) => void;
};

/** Milliseconds for which a failure is answered without trying again. */
const MEMORY_MS = 30_000;

/** Hosts remembered at most. Below a trusted suffix a caller may invent names without end; the oldest make room. */
const MAX_HOSTS = 1000;

export const createFailedHosts = (clock: Clock): FailedHosts => {
  const failures = new Map<string, { readonly failure: Error; readonly until: number }>();
  const forget = (host: string) => void failures.delete(host);
  return {
    recall: (host) => {
      const known = failures.get(host);
      if (known === undefined || clock() < known.until) return known?.failure ?? null;
      forget(host);
      return null;
    },
    remember: (host, failure) => {
      // a map keeps the order of insertion: set again, the youngest stands last
      forget(host);
      failures.set(host, { failure, until: clock() + MEMORY_MS });
      const [oldest] = failures.keys();
      if (failures.size > MAX_HOSTS && oldest !== undefined) forget(oldest);
    },
    forget,
  };
};
