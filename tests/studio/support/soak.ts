import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";

/** A page's memory: seconds since the start, and MiB. */
export type Soaked = { readonly seconds: number; readonly mebibytes: number };

export type SoakOptions = {
  readonly seconds: number;
  /** Seconds between samples. */
  readonly every: number;
  readonly onSample?: (soaked: Soaked) => void;
};

/** Browser flag that allows garbage collection in Workers, which DevTools sessions cannot reach. */
export const COLLECTABLE = "--js-flags=--expose-gc";

/** Samples the memory of a browser's only page while it streams, after a garbage collection each time. */
export const soak = async (
  browser: Browser,
  page: Page,
  { seconds, every, onSample }: SoakOptions,
): Promise<readonly Soaked[]> => {
  const begun = performance.now();
  const samples: Soaked[] = [];
  for (let due = every; due <= seconds; due += every) {
    await page.waitForTimeout(Math.max(0, begun + due * 1000 - performance.now()));
    const sample = { seconds: due, mebibytes: await memoryOf(browser, page) };
    samples.push(sample);
    onSample?.(sample);
  }
  return samples;
};

/** Memory growth in MiB after a time: the least of the last three samples minus the least of the first three after it. */
export const growth = (samples: readonly Soaked[], from: number): number => {
  const after = samples.filter(({ seconds }) => seconds >= from).map(({ mebibytes }) => mebibytes);
  return Math.min(...after.slice(-3)) - Math.min(...after.slice(0, 3));
};

/** Memory of the page's processes: their private pages and those shared with the browser, on Linux. */
const memoryOf = async (browser: Browser, page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.detach();
  await Promise.all(page.workers().map((worker) => worker.evaluate(() => (globalThis as unknown as Collectable).gc())));
  const ofBrowser = await browser.newBrowserCDPSession();
  const { processInfo } = await ofBrowser.send("SystemInfo.getProcessInfo");
  await ofBrowser.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return renderers.reduce((sum, { id }) => sum + residentOf(id), 0) / 1024;
};

type Collectable = { readonly gc: () => void };

const residentOf = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return ["RssAnon", "RssShmem"].reduce(
    (sum, name) => sum + Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0),
    0,
  );
};
