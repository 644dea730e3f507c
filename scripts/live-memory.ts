import { setTimeout as wait } from "node:timers/promises";
import { growthOf, heldMemory } from "../tests/studio/live/memory.ts";
import { openLivePage } from "../tests/studio/live/open-live-page.ts";
import type { LivePage } from "../tests/studio/live/page.ts";

/** The page's own things, inside `evaluate`. */
declare const live: LivePage;

/** How many minutes of a camera are drawn, while it is looked at what the page's process holds. Linux only. */
const minutes = Number(process.argv[2] ?? 10);

/** Seconds between two looks. */
const PACE = 5;

/** Mebibytes that may be held more at the end than after the first minute. */
const LIMIT = 20;

const { page, browser, close } = await openLivePage();
await page.evaluate(() => live.rollCamera({ columns: 200, color: true }, 384));
const held: number[] = [];
for (let second = 0; second < minutes * 60; second += PACE) {
  await wait(PACE * 1000);
  held.push(await heldMemory(browser));
  if (held.length % (60 / PACE) === 0)
    console.log(`minute ${held.length / (60 / PACE)}: ${held.at(-1)?.toFixed(0)} MiB`);
}
const { news } = await page.evaluate(() => live.watch(1000));
await page.evaluate(() => live.end());
await close();

const growth = growthOf(held.slice(60 / PACE));
console.log(
  `${news.shown} frames shown, ${news.dropped} dropped; ${growth.toFixed(1)} MiB more than after the first minute`,
);
process.exitCode = growth < LIMIT ? 0 : 1;
