import { expect, test } from "vitest";
import { openAndSettle } from "./support/acts.ts";
import { make } from "./support/clips.ts";
import { openExports, saving, videoRow } from "./support/export-acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile({ hasCameras: true });

const FORMATS = ["mp4", "webm", "gif", "cast", "html"] as const;

/** Bytes of "about 2.1 MB". */
const bytesOf = (words: string): number => {
  const [, number, unit] = /^about ([\d.]+) (B|kB|MB)$/.exec(words)!;
  return Number(number) * { B: 1, kB: 1e3, MB: 1e6 }[unit as "B" | "kB" | "MB"];
};

test.each([
  ["a test card", "testsrc2=size=320x240:rate=25:duration=12", "?columns=60&color=true&autoOptimize=0"],
  ["a slow zoom", "mandelbrot=size=320x240:rate=25:end_scale=0.1,trim=duration=12", "?columns=80&autoOptimize=0"],
  [
    "cells that live and die",
    "life=size=160x120:rate=15:mold=10:r=15:ratio=0.1:death_color=#C83232:life_color=#00ff00,trim=duration=12",
    "?columns=60&color=true&fill=0.6&autoOptimize=0",
  ],
])(
  "sizes of %s are estimated within a fifth",
  async (name, source, query) => {
    const clip = make("clip.mp4", ["-f", "lavfi", "-i", source, "-c:v", "libx264", "-pix_fmt", "yuv420p"]);
    await studio.visit(
      async (page) => {
        await openAndSettle(page, { name: "clip.mp4", mimeType: "video/mp4", buffer: clip });
        await openExports(page);
        const estimates = new Map<string, number>();
        for (const format of FORMATS) {
          const size = videoRow(page, format).locator(".sz[title=Estimate]");
          await size.waitFor({ timeout: 120_000 });
          estimates.set(format, bytesOf((await size.textContent())!));
        }
        const ratios: string[] = [];
        for (const format of FORMATS) {
          const { bytes } = await saving(page, videoRow(page, format).getByRole("button"));
          const ratio = estimates.get(format)! / bytes.length;
          ratios.push(`${format} ${ratio.toFixed(2)} of ${(bytes.length / 1e6).toFixed(2)} MB`);
          expect.soft(ratio, `${name} as ${format}`).toBeGreaterThan(0.8);
          expect.soft(ratio, `${name} as ${format}`).toBeLessThan(1.2);
        }
        console.log(`${name}: estimated ${ratios.join(", ")}`);
      },
      { query, reducedMotion: "reduce" },
    );
  },
  400_000,
);
