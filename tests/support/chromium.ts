import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { isInstalled, programPath } from "./programs.ts";

/** Chromium as people use it, headless, without background requests; further arguments and options are optional. */
export const launchChromium = (options: LaunchOptions = {}): Promise<Browser> =>
  launch(programPath("chromium"), options);

/**
 * The same engine without the browser around it, which starts and runs twice as fast: no camera, no popup blocker, no
 * process for each site. Without it, Chromium itself.
 */
export const launchShell = (options: LaunchOptions = {}): Promise<Browser> => {
  const shell = "chromium-headless-shell";
  return launch(isInstalled(shell) ? programPath(shell) : programPath("chromium"), options);
};

const launch = (executablePath: string, { args = [], ...options }: LaunchOptions): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
    ...options,
  });
