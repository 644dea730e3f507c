import type { Browser, Page } from "playwright-core";

/** The longest task of a page's main thread, in milliseconds: CPU time and wall time. */
export type LongestTask = { readonly cpu: number; readonly wall: number };

/**
 * Watches a page's main thread while `body` runs. CPU time depends only on the page's code; in wall time a
 * task also waits for other load on the machine.
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

/** Chromium's name for a task in traces. */
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
