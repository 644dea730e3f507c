import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorkerPage, readFixture, type WorkerPage } from "./studio-browser.ts";
import type { Times } from "./studio-speed-page.ts";

let page: WorkerPage;

beforeAll(async () => {
  const large = sharp(readFixture("still-life")).resize(1632, 1224, { fit: "fill" });
  const files = new Map([
    ["large.png", await large.clone().png().toBuffer()],
    ["large.jpg", await large.clone().jpeg({ quality: 90 }).toBuffer()],
  ]);
  page = await openWorkerPage(new URL("./studio-speed-page.ts", import.meta.url), files);
});
afterAll(() => page?.close());

/** The best run counts: other load can only slow it down. */
const best = (times: readonly Times[], what: keyof Times): number => Math.min(...times.map((one) => one[what]));

test.each(["large.png", "large.jpg"])(
  "2 MP of %s render within a second, and a slider change within 150 ms",
  async (name) => {
    const times = await page.call<readonly Times[]>("timeThrice", name);
    const [art, quick, full] = (["art", "quick", "full"] as const).map((what) => Math.round(best(times, what)));
    console.log(`${name}: art after ${art} ms; a changed parameter after ${quick} ms, in full after ${full} ms`);
    expect(art).toBeLessThan(1000);
    expect(quick).toBeLessThan(150);
  },
);
