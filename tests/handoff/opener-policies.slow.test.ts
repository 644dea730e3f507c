import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { SenderState } from "@lumiglyph/handoff";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { scriptPage } from "./support/script-page.ts";

/** Opener and embedder policies of a studio, and whether a handoff to a receiver without any works. */
const STUDIOS = [
  { coop: "", coep: "", works: true },
  { coop: "same-origin-allow-popups", coep: "", works: true },
  { coop: "same-origin-allow-popups", coep: "require-corp", works: true },
  { coop: "noopener-allow-popups", coep: "", works: true },
  { coop: "same-origin", coep: "", works: false },
  { coop: "same-origin", coep: "require-corp", works: false },
  // never shipped: Chromium treats it as none
  { coop: "restrict-properties", coep: "require-corp", works: true },
];

const RECEIVERS = ["", "same-origin", "same-origin-allow-popups"];

let browser: Browser;
const servers: Server[] = [];
const receivers = new Map<string, string>();

const start = async (script: "producer" | "plain-receiver", studios: readonly string[], headers: object) => {
  const server = (await scriptPage(script)).server(studios, headers as { readonly [name: string]: string });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server.address() as AddressInfo;
};

const policies = (coop: string, coep: string) => ({
  ...(coop !== "" && { "cross-origin-opener-policy": coop }),
  ...(coep !== "" && { "cross-origin-embedder-policy": coep }),
});

/** The receivers trust studios that start later. */
const studios: string[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  for (const coop of RECEIVERS) {
    const { port } = await start("plain-receiver", studios, policies(coop, ""));
    receivers.set(coop, `http://127.0.0.1:${port}`);
  }
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe("opener policies", () => {
  test.each(STUDIOS)("of a studio with $coop $coep", async ({ coop, coep, works }) => {
    const { port } = await start("producer", [], policies(coop, coep));
    studios.splice(0, 1, `http://localhost:${port}`);
    for (const [policy, receiver] of receivers) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`http://localhost:${port}/?target=${receiver}`);
      const state = await page.evaluate(() =>
        (globalThis as unknown as { handOne: () => Promise<SenderState> }).handOne(),
      );
      const wanted =
        works && policy === ""
          ? { name: "closed", reason: "complete" }
          : { name: "failed", code: "receiver_unreachable" };
      expect([policy, state]).toEqual([policy, wanted]);
      await context.close();
    }
  });
});
