import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStudio } from "../tests/studio/support/build-studio.ts";
import { startCamera, TWO_CAMERAS } from "../tests/studio/support/cameras.ts";
import { COLLECTABLE, growth, soak } from "../tests/studio/support/soak.ts";
import { startStaticHost } from "../tests/studio/support/static-host.ts";
import { openStudio } from "../tests/studio/support/studio-page.ts";
import { launchChromium } from "../tests/support/chromium.ts";
import { needLinux } from "./linux-only.ts";

/**
 * Streams a camera in the built studio for ten minutes, or the given number, and fails if memory grows by 20 MiB or
 * more after the first: `npm run tool -- scripts/studio-soak.ts [minutes]`. Linux only.
 */
const MOST_GROWTH = 20;

needLinux("The soak");
const minutes = Number(process.argv[2] ?? 10);
const build = mkdtempSync(join(tmpdir(), "lumiglyph-studio-"));
await buildStudio(build);
const host = await startStaticHost(build, "/");
const browser = await launchChromium({ args: [...TWO_CAMERAS, COLLECTABLE] });
const { page, consoleErrors } = await openStudio(browser, `${host.url}?columns=120&color=true`);
await startCamera(page);

const samples = await soak(browser, page, {
  seconds: minutes * 60,
  every: 10,
  onSample: ({ seconds, mebibytes }) => console.log(`${String(seconds).padStart(5)} s  ${mebibytes.toFixed(1)} MiB`),
});
const grown = growth(samples, 60);
const hud = await page.locator(".stats").textContent();
await browser.close();
host.stop();
rmSync(build, { recursive: true });

for (const consoleError of consoleErrors) console.log(consoleError);
console.log(`${grown.toFixed(1)} MiB more after the first minute (limit ${MOST_GROWTH}). At the end: ${hud}`);
process.exitCode = grown < MOST_GROWTH && consoleErrors.length === 0 ? 0 : 1;
