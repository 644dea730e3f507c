import { setLatest } from "@lumiglyph/engine";
import type { Clock } from "../clock.ts";
import { refused } from "./checked-url.ts";

/**
 * Stops requests to hosts that keep failing: a dead host costs one connection a second, whoever
 * requests its images.
 */
export type HostBreaker = {
  /**
   * Starts an attempt at a host; call `end` once. Throws `image_host_down` while the host is
   * blocked.
   */
  readonly begin: (host: string) => Attempt;
  /** Whether connections to a host must not be opened now. */
  readonly isOpen: (host: string) => boolean;
};

type Attempt = { readonly end: (outcome: Outcome) => void };

/** Whether a host answered, with any status. `unknown`: its client left, or it is slow. */
export type Outcome = "answered" | "failed" | "unknown";

/** Failures in a row after which a host is blocked. */
const MAX_FAILURES = 5;

/** Milliseconds between attempts at a blocked host; also the `Retry-After` of `image_host_down`. */
const PAUSE_MS = 1000;

/** Maximum remembered hosts. Clients can invent names below a trusted suffix; the oldest are dropped. */
const MAX_HOSTS = 1000;

type Failing = { failures: number; until: number; isProbed: boolean };

export const createHostBreaker = (clock: Clock = () => performance.now()): HostBreaker => {
  const failing = new Map<string, Failing>();
  const isDown = (known: Failing | undefined): known is Failing =>
    known !== undefined && known.failures >= MAX_FAILURES;

  const fail = (host: string): void => {
    const known = failing.get(host) ?? { failures: 0, until: 0, isProbed: false };
    setLatest(failing, host, known, MAX_HOSTS);
    known.failures++;
    known.until = clock() + PAUSE_MS;
  };

  return {
    begin: (host) => {
      const known = failing.get(host);
      const isProbe = isDown(known);
      if (isProbe) {
        if (known.isProbed || clock() < known.until) throw refused("image_host_down", DOWN);
        known.isProbed = true;
        // a probe that its client abandons must not be followed by another at once
        known.until = clock() + PAUSE_MS;
      }
      return {
        end: (outcome) => {
          if (isProbe) known.isProbed = false;
          if (outcome === "answered") failing.delete(host);
          else if (outcome === "failed") fail(host);
        },
      };
    },
    isOpen: (host) => {
      const known = failing.get(host);
      return isDown(known) && !known.isProbed;
    },
  };
};

const DOWN = new Error("the host failed several times in a row");
