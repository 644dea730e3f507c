import { type Browser, chromium, type LaunchOptions } from "playwright-core";

/** Debian's Chromium, headless, without background requests; further arguments and options are optional. */
export const launchChromium = ({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: "/usr/bin/chromium",
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
