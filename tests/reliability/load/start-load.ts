import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { LoadFigures, LoadOrder } from "./load.ts";

const GENERATOR = fileURLToPath(new URL("./generator.ts", import.meta.url));

/** Starts a load in its own process; `stop` ends it and returns the result. */
export const startLoad = (order: LoadOrder): { readonly stop: () => Promise<LoadFigures> } => {
  const child = fork(GENERATOR, [JSON.stringify(order)], { execArgv: [] });
  const figures = once(child, "message");
  const left = once(child, "exit");
  return {
    stop: async () => {
      child.send("stop");
      const [message] = await Promise.race([
        figures,
        left.then(([code]) => Promise.reject(new Error(`a load generator ended with ${code}`))),
      ]);
      await left;
      return message as LoadFigures;
    },
  };
};

/** Runs a load for this many seconds. */
export const load = async (order: LoadOrder, seconds: number): Promise<LoadFigures> => {
  const { stop } = startLoad(order);
  await setTimeout(seconds * 1000);
  return stop();
};

/** Renders a second. */
export const rateOf = ({ accepted, seconds }: LoadFigures): number => accepted.count / seconds;
