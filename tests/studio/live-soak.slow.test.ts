import { expect, test } from "vitest";
import { startCamera } from "./support/cameras.ts";
import { COLLECTABLE, growth, soak } from "./support/soak.ts";
import { studioForFile } from "./support/studio-for-file.ts";

const studio = studioForFile({ hasCameras: true, args: [COLLECTABLE] });

/** `scripts/studio-soak.ts` runs for ten minutes. */
test("memory does not grow in a minute of streaming", { timeout: 150_000 }, async () => {
  await studio.visit(
    async (page) => {
      await startCamera(page);
      const samples = await soak(studio.browser, page, { seconds: 60, every: 5 });
      const grown = growth(samples, 20);
      console.log(
        `memory after 20 s and 60 s of streaming: ${grown.toFixed(1)} MiB more, ${samples.at(-1)?.mebibytes.toFixed(0)} in all`,
      );
      expect(samples[0]!.mebibytes).toBeGreaterThan(20);
      expect(grown).toBeLessThan(20);
    },
    { query: "?columns=120&color=true" },
  );
});
