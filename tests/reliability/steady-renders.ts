import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createKeptConnections, type Outcome } from "./load/kept-connections.ts";
import { renderRequests } from "./load/reference-requests.ts";

/** Renders of one image at this concurrency, until stopped. */
export type SteadyRenders = {
  readonly done: () => number;
  /** Resolves after this many responses. */
  readonly reached: (count: number) => Promise<void>;
  /** `slowest` is in milliseconds. */
  readonly stop: () => Promise<{ readonly done: number; readonly failed: readonly string[]; readonly slowest: number }>;
};

/** An image that keeps a worker busy long enough to catch it at work. */
const PICTURE = "koi.png";

export const STEADY_BYTES = statSync(new URL(`../../fixtures/${PICTURE}`, import.meta.url)).size;

/** Starts renders. All have the same art: different art is a failure, like a missing response. */
export const startRenders = (port: number, atOnce: number, picture: string = PICTURE): SteadyRenders => {
  const connections = createKeptConnections(port);
  const next = renderRequests(picture, "columns=120");
  const failed: string[] = [];
  let [done, slowest, stopped] = [0, 0, false];
  let first: Buffer | null = null;
  const judge = (outcome: Outcome): void => {
    done++;
    if (outcome.status !== 200) failed.push(outcome.status === null ? outcome.why : outcome.body.toString());
    else if (first === null) first = outcome.body;
    else if (!outcome.body.equals(first)) failed.push("drawn otherwise than before");
  };
  const loop = async () => {
    while (!stopped) {
      const begun = performance.now();
      judge(await connections.ask(next()));
      slowest = Math.max(slowest, performance.now() - begun);
    }
  };
  const loops = Array.from({ length: atOnce }, loop);
  return {
    done: () => done,
    reached: async (count) => {
      while (done < count) await setTimeout(2);
    },
    stop: async () => {
      stopped = true;
      await Promise.all(loops);
      connections.close();
      return { done, failed, slowest };
    },
  };
};
