import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openAndSettle, type Picture } from "./support/acts.ts";
import { AXE, axeFaults } from "./support/axe.ts";
import { make } from "./support/clips.ts";
import { openExports, probe, saving, videoRow } from "./support/export-acts.ts";
import { startStaticHost } from "./support/static-host.ts";
import { studioForFile } from "./support/studio-for-file.ts";
import { openStudio } from "./support/studio-page.ts";

const studio = studioForFile({ hasCameras: true });

/** Milliseconds: encoders share a busy machine with the view and with other tests. */
const PATIENCE = 90_000;

/** Long enough to be observed, and without the Auto Director, because the art does not matter here. */
const STILL = { reducedMotion: "reduce" } as const;
const QUERY = { query: "?columns=100&autoOptimize=0", ...STILL } as const;
const WITH_AXE = { ...QUERY, before: [AXE] };

const video = (name: string, args: readonly string[]): Extract<Picture, object> => ({
  name,
  mimeType: "video/mp4",
  buffer: make(name, ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25", ...args, "-pix_fmt", "yuv420p"]),
});

let long: Extract<Picture, object>;
let short: Extract<Picture, object>;
let broken: Extract<Picture, object>;

beforeAll(() => {
  long = video("long.mp4", ["-frames:v", "500", "-c:v", "libx264"]);
  short = video("short.mp4", ["-frames:v", "5", "-c:v", "libx264"]);
  // its index comes first, so it opens; the frames in the middle are damaged
  const whole = video("broken.mp4", ["-frames:v", "100", "-c:v", "libx264", "-movflags", "+faststart"]);
  const buffer = Buffer.from(whole.buffer);
  buffer.fill(0xff, buffer.length >> 1, (buffer.length * 3) >> 2);
  broken = { ...whole, buffer };
});

const start = async (page: Page, clip: Picture, format: string): Promise<void> => {
  await openAndSettle(page, clip);
  await openExports(page);
  await videoRow(page, format).getByRole("button").click();
};

const going = (page: Page, format: string) => videoRow(page, format).getByText(/^Frame \d+ of 500$/);

describe("a running video export", { timeout: PATIENCE }, () => {
  it("shows its frame count, leaves the dialog usable, and can be canceled without a trace", async () => {
    const { consoleErrors } = await studio.visit(async (page) => {
      let downloads = 0;
      page.on("download", () => downloads++);
      await start(page, long, "gif");
      await going(page, "gif").waitFor();
      expect(page.workers()).toHaveLength(2);
      const bar = videoRow(page, "gif").getByRole("progressbar", { name: "gif export" });
      expect(Number(await bar.getAttribute("aria-valuenow"))).toBeLessThan(100);
      expect(await axeFaults(page)).toEqual([]);

      const { name } = await saving(page, page.getByRole("dialog").getByRole("button", { name: /^txt/ }));
      expect([name, downloads]).toEqual(["long.txt", 1]);
      await videoRow(page, "cast").getByRole("button").click();
      await videoRow(page, "cast").getByText("Waiting").waitFor();
      await page.getByRole("button", { name: "Cancel cast" }).click();
      await videoRow(page, "cast").getByText("Terminal recording").waitFor();

      await page.getByRole("button", { name: "Cancel gif" }).click();
      await videoRow(page, "gif").getByText("Animated GIF").waitFor();
      await expect.poll(() => page.workers().length).toBe(1);
      await page.waitForTimeout(300);
      expect(downloads).toBe(1);
    }, WITH_AXE);
    expect(consoleErrors).toEqual([]);
  });

  it("continues when the dialog closes, and still shows progress when it opens again", async () => {
    await studio.visit(async (page) => {
      await start(page, long, "mp4");
      await going(page, "mp4").waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".export").waitFor({ state: "detached" });
      expect(page.workers()).toHaveLength(2);
      await openExports(page);
      await going(page, "mp4").waitFor();
      await page.getByRole("button", { name: "Cancel mp4" }).click();
      await expect.poll(() => page.workers().length).toBe(1);
    }, QUERY);
  });

  it("leaves no Worker behind", async () => {
    await studio.visit(async (page) => {
      await openAndSettle(page, short);
      await openExports(page);
      const file = await saving(page, videoRow(page, "webm").getByRole("button"));
      expect(probe(file).nb_read_frames).toBe("5");
      await expect.poll(() => page.workers().length).toBe(1);
      await page.locator(".toast").getByText("Saved short.webm").waitFor();
    }, QUERY);
  });

  it("needs no network once the page has loaded", async () => {
    await studio.visit(async (page) => {
      await page.waitForLoadState("networkidle");
      // chunks load one after another, from half a second on
      await page.waitForTimeout(2000);
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      await openAndSettle(page, short);
      await openExports(page);
      for (const format of ["mp4", "gif", "cast", "html"]) {
        await saving(page, videoRow(page, format).getByRole("button"));
      }
    }, QUERY);
  });

  it("reports errors in its row, saves nothing, and can be retried", async () => {
    await studio.visit(async (page) => {
      let downloads = 0;
      page.on("download", () => downloads++);
      await start(page, broken, "mp4");
      const failure = videoRow(page, "mp4").getByRole("alert");
      await failure.waitFor();
      expect(await failure.textContent()).toMatch(/^[A-Z].*\.$/);
      expect(await axeFaults(page)).toEqual([]);
      await expect.poll(() => page.workers().length).toBe(1);
      expect([downloads, await videoRow(page, "mp4").getByRole("button").isEnabled()]).toEqual([0, true]);
    }, WITH_AXE);
  });
});

describe("a browser that cannot encode video", { timeout: PATIENCE }, () => {
  it("gets a message, and still makes a GIF", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lumiglyph-no-encoder-"));
    cpSync(studio.folder, folder, { recursive: true });
    const [worker] = globSync("assets/worker-*.js", { cwd: folder }) as [string];
    writeFileSync(join(folder, worker), `delete globalThis.VideoEncoder;${readFileSync(join(folder, worker), "utf8")}`);
    const host = await startStaticHost(folder, "/");
    const { page, close } = await openStudio(studio.browser, `${host.url}${QUERY.query}`, STILL);
    try {
      await start(page, short, "webm");
      const failure = videoRow(page, "webm").getByRole("alert");
      await failure.waitFor();
      expect(await failure.textContent()).toBe(
        "This browser cannot encode video of this size. A GIF or a player works everywhere.",
      );
      const { name, bytes } = await saving(page, videoRow(page, "gif").getByRole("button"));
      expect([name, bytes.subarray(0, 6).toString()]).toEqual(["short.gif", "GIF89a"]);
    } finally {
      await close();
      host.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
