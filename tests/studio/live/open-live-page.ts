import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../../support/chromium.ts";
import { startStaticHost } from "../support/static-host.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** A page with only a worker, a canvas and a camera of 640 × 480 at 30 frames a second. */
export type OpenLivePage = {
  readonly page: Page;
  readonly browser: Browser;
  /** Console errors of the page and its Worker. */
  readonly consoleErrors: readonly string[];
  readonly close: () => Promise<void>;
};

/** Builds the page like the studio, adds the given files, and opens it. */
export const openLivePage = async (files: { readonly [name: string]: Buffer } = {}): Promise<OpenLivePage> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-live-"));
  await build(folder);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, "dist", name), bytes);
  const host = await startStaticHost(join(folder, "dist"), "/");
  const args = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=fps=30"];
  const browser = await launchChromium({ args });
  const context = await browser.newContext({ viewport: { width: 1700, height: 1300 }, permissions: ["camera"] });
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on("console", (message) => consoleErrors.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
  await page.goto(host.url);
  const close = async (): Promise<void> => {
    await browser.close();
    host.stop();
    rmSync(folder, { recursive: true });
  };
  return { page, browser, consoleErrors, close };
};

const build = async (folder: string): Promise<void> => {
  const script = fileURLToPath(new URL("./page.ts", import.meta.url));
  writeFileSync(join(folder, "main.js"), `import ${JSON.stringify(script)};`);
  writeFileSync(join(folder, "index.html"), PAGE);
  const args = ["node_modules/vite/bin/vite.js", "build", folder, "--config", "apps/studio/vite.config.ts"];
  const { NODE_ENV: _, ...env } = process.env;
  const child = spawn(process.execPath, [...args, "--logLevel", "warn"], { cwd: ROOT, env });
  const [said, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(`The page does not build.\n${said}${errors}`);
};

const PAGE = `<!doctype html>
<title>A feed</title>
<link rel="icon" href="data:,">
<canvas></canvas>
<script type="module" src="./main.js"></script>`;
