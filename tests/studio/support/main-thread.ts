import type { Browser, Page } from "playwright-core";

/** The longest task of a page's main thread, in milliseconds: what it took of a core, and by the clock. */
export type LongestTask = { readonly cpu: number; readonly wall: number };

/**
 * Watches a page's main thread while `body` runs. Time on a core is what the page's own code decides about; by the clock a
 * task also waits for whatever else the machine does.
 */
export const longestTask = async (browser: Browser, page: Page, body: () => Promise<void>): Promise<LongestTask> => {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await body();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const isMain = ({ pid, tid }: TraceEvent) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = traceEvents.filter((event) => event.name === TASK && event.tdur !== undefined && isMain(event));
  const longest = (times: readonly number[]): number => Math.max(0, ...times) / 1000;
  if (tasks.length === 0) throw new Error("The trace has no task of the main thread.");
  return { cpu: longest(tasks.map(({ tdur = 0 }) => tdur)), wall: longest(tasks.map(({ dur = 0 }) => dur)) };
};

/** What Chromium calls a task in its traces. */
const TASK = "ThreadControllerImpl::RunTask";

/** An event of Chromium's trace; times are in microseconds. */
type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};
