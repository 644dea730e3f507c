import type { CDPSession, Page } from "playwright-core";
import type { Produced, Production } from "./pages/producer.ts";
import type { TwoOrigins } from "./support/two-origins.ts";

/** Result of a stream at full speed. Times are in milliseconds from the studio to the receiver's script. */
export type Streamed = Produced & {
  readonly shown: { readonly frames: number; readonly lost: number; readonly median: number; readonly late: number };
};

const COLORED = { fps: 60, columns: 200, rows: 60 };

/** Sends 60 frames a second in color, 200 × 60 cells each, to the reference receiver. */
export const streamFast = async ({ visit }: TwoOrigins, seconds: number): Promise<Streamed> => {
  let streamed: Streamed | undefined;
  await visit(async (page) => {
    const [receiver, produced] = await produce(page, { ...COLORED, seconds });
    await receiver.waitForTimeout(500);
    const read = async (id: string): Promise<string> => (await receiver.locator(`#${id}`).textContent()) ?? "";
    const [median = Number.NaN, late = Number.NaN] = ((await read("latency")).match(/[\d.]+(?= ms)/g) ?? []).map(
      Number,
    );
    const count = async (id: string) => Number((await read(id)).replaceAll(",", ""));
    streamed = { ...produced, shown: { frames: await count("frames"), lost: await count("lost"), median, late } };
  });
  return streamed!;
};

/** Result of a stream to a slow receiver. */
export type Slowed = Produced & {
  readonly latencies: readonly number[];
  /** Bytes in both pages' heaps and buffers after a garbage collection: after a quarter of the time, and at the end. */
  readonly memory: readonly [number, number];
};

/** Sends 60 frames a second to a receiver that needs 50 ms for each. */
export const streamSlowly = async ({ visit }: TwoOrigins, seconds: number): Promise<Slowed> => {
  let slowed: Slowed | undefined;
  await visit(async (page) => {
    const opened = page.waitForEvent("popup");
    const producing = page.evaluate(produceInPage, { ...COLORED, seconds });
    const receiver = await opened;
    const weigh = await scaleOf(page, receiver);
    await page.waitForTimeout((1000 * seconds) / 4);
    const before = await weigh();
    const produced = await producing;
    const latencies = await receiver.evaluate(() => (globalThis as unknown as { latencies: number[] }).latencies);
    slowed = { ...produced, latencies, memory: [before, await weigh()] };
  });
  return slowed!;
};

/** The quantile of the values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN;

const produce = async (page: Page, production: Production): Promise<readonly [Page, Produced]> => {
  const [receiver, produced] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(produceInPage, production),
  ]);
  return [receiver, produced];
};

const produceInPage = (production: Production): Promise<Produced> =>
  (globalThis as unknown as { produce: (given: Production) => Promise<Produced> }).produce(production);

/** Measures pages' script memory after a garbage collection, including transferred buffers. */
const scaleOf = async (...pages: readonly Page[]): Promise<() => Promise<number>> => {
  const sessions = await Promise.all(pages.map((page) => page.context().newCDPSession(page)));
  return async () => {
    const weights = await Promise.all(sessions.map(weightOf));
    return weights.reduce((sum, weight) => sum + weight, 0);
  };
};

const weightOf = async (session: CDPSession): Promise<number> => {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage");
  return usedSize + backingStorageSize;
};
