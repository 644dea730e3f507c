import { expect, it } from "vitest";
import { startCamera } from "./support/cameras.ts";
import { castFrames } from "./support/cast-frames.ts";
import { openExports, probe, saving, videoRow } from "./support/export-acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile({ hasCameras: true });

it("a camera's frames are recorded and exported unchanged", async () => {
  const { consoleErrors } = await studio.visit(
    async (page) => {
      await startCamera(page);
      await openExports(page);
      await page.getByText("Record first, then save a video, a GIF or a player.").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Record", exact: true }).click();
      const stop = page.getByRole("button", { name: "Stop recording" });
      // a machine that is busy with other browsers gives five frames a second
      await stop.getByText("0:04").waitFor();
      await stop.click();

      const dialog = page.getByRole("dialog", { name: "Export" });
      await dialog.waitFor();
      const facts = /^(?<seconds>\d+(?:\.\d)?) s, (?<frames>\d+) frames$/;
      const { seconds, frames } = facts.exec((await dialog.locator("h2 .cap").textContent())!)!.groups!;
      expect(Number(seconds)).toBeGreaterThan(3);
      expect(Number(frames)).toBeGreaterThan(10);

      const cast = castFrames((await saving(page, videoRow(page, "cast").getByRole("button"))).bytes.toString());
      expect(cast).toHaveLength(Number(frames) + 1);
      expect(Math.abs(cast.at(-1)!.seconds - Number(seconds))).toBeLessThan(0.2);
      expect(new Set(cast.map(({ lines }) => lines.join())).size).toBeGreaterThan(5);
      expect(cast[0]!.lines.map((line) => [...line].length)).toEqual(new Array(cast[0]!.lines.length).fill(64));

      const video = probe(await saving(page, videoRow(page, "mp4").getByRole("button")));
      expect([video.nb_read_frames, video.width]).toEqual([frames, 1024]);
    },
    { query: "?columns=64&color=true" },
  );
  expect(consoleErrors).toEqual([]);
}, 90_000);
