import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createKeptConnections, type Outcome } from "./load/kept-connections.ts";
import { renderRequests } from "./load/reference-requests.ts";

/** Renders of one picture, so many at once, until they are stopped. */
export type SteadyRenders = {
  readonly done: () => number;
  /** Resolves when so many have been answered. */
  readonly reached: (count: number) => Promise<void>;
  /** `slowest` is in milliseconds. */
  readonly stop: () => Promise<{ readonly done: number; readonly failed: readonly string[]; readonly slowest: number }>;
};

/** A picture that keeps a worker busy for some time, so that it can be met at work. */
const PICTURE = "koi.png";

export const STEADY_BYTES = statSync(new URL(`../../fixtures/${PICTURE}`, import.meta.url)).size;

/** Starts renders. All are drawn alike: one that is not is a failure, as one without an answer is. */
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
