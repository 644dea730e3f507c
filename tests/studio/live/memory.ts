import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";

/** Mebibytes of memory that all of a browser's pages and Workers hold. Linux only. */
export const heldMemory = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send("SystemInfo.getProcessInfo")) as {
    processInfo: readonly { readonly id: number; readonly type: string }[];
  };
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return renderers.reduce((sum, { id }) => sum + residentKibibytes(id), 0) / 1024;
};

/** What only this process holds: pages of memory that it shares with others would be counted more than once. */
const residentKibibytes = (pid: number): number => {
  const [, kibibytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes);
};

/**
 * How much more is held at the end of some looks than at their beginning: the least of the last third and of the first,
 * because what is no longer needed stays until it is swept up.
 */
export const growthOf = (held: readonly number[]): number => {
  const third = Math.ceil(held.length / 3);
  return Math.min(...held.slice(-third)) - Math.min(...held.slice(0, third));
};
