import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";

/** Memory of a page at a time: seconds since the soak began, and MiB. */
export type Soaked = { readonly seconds: number; readonly mebibytes: number };

export type SoakOptions = {
  readonly seconds: number;
  /** Seconds between two looks. */
  readonly every: number;
  readonly tell?: (soaked: Soaked) => void;
};

/** Lets garbage be collected in Workers, where no session of the browser's tools reaches: for the browser that is looked at. */
export const COLLECTABLE = "--js-flags=--expose-gc";

/** Looks again and again at the memory of a browser's only page while it streams, each time after its garbage was collected. */
export const soak = async (
  browser: Browser,
  page: Page,
  { seconds, every, tell }: SoakOptions,
): Promise<readonly Soaked[]> => {
  const begun = performance.now();
  const looks: Soaked[] = [];
  for (let due = every; due <= seconds; due += every) {
    await page.waitForTimeout(Math.max(0, begun + due * 1000 - performance.now()));
    const look = { seconds: due, mebibytes: await memoryOf(browser, page) };
    looks.push(look);
    tell?.(look);
  }
  return looks;
};

/** MiB by which the memory has grown from one time on: the least of the last three looks less the least of the first three then. */
export const growth = (looks: readonly Soaked[], from: number): number => {
  const after = looks.filter(({ seconds }) => seconds >= from).map(({ mebibytes }) => mebibytes);
  return Math.min(...after.slice(-3)) - Math.min(...after.slice(0, 3));
};

/** What the page's processes have for themselves: their own pages and what they share with the browser, on Linux. */
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
