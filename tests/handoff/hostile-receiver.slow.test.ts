import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handOver, openCamera, openPicture, pill } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile({
  receiver: "hostile-receiver",
  launch: { args: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"] },
});

/** Calls a function of the hostile page. */
const run = <Result>(page: Page, name: string): Promise<Result> =>
  page.evaluate((act) => (globalThis as unknown as Record<string, () => Promise<Result>>)[act]!(), name);

/** Makes an iframe in the receiver's window send the studio the window's messages. */
const speakFromFrame = (receiver: Page, url: string, message: unknown): Promise<void> =>
  receiver.evaluate(
    async ([address, words, target]) => {
      const frame = document.createElement("iframe");
      frame.src = address as string;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      frame.contentWindow?.postMessage([words, target], "*");
    },
    [url, message, origins.studio],
  );

/** A page that forwards messages to its parent's opener. */
const RELAY = `<!doctype html><script>addEventListener("message", ({ data: [message, target] }) =>
  parent.opener.postMessage(message, target));</script>`;

test("messages of a compromised receiver are ignored: nothing is accepted, thrown or shown (answers 6.1)", async () => {
  const elsewhere = createServer((_, response) => response.setHeader("content-type", "text/html").end(RELAY));
  elsewhere.listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  const { consoleErrors } = await origins.visit(async (page) => {
    await openPicture(page);
    const receiver = await handOver(page);
    await receiver.waitForFunction(() => (globalThis as unknown as { session: () => unknown }).session() !== undefined);
    await run(receiver, "knock");
    const { session, traceId, protocol } = await run<Record<string, string>>(receiver, "session");
    const ready = { protocol, session, traceId, type: "ready", version: 1, encoding: "rgb24-u8", credits: 2 };
    // the right origin in an iframe instead of the window, and another origin
    await receiver.route("**/relay", (route) => route.fulfill({ contentType: "text/html", body: RELAY }));
    await speakFromFrame(receiver, `${origins.receiver}/relay`, ready);
    await speakFromFrame(receiver, `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`, ready);
    await page.waitForTimeout(200);
    expect(await page.locator("body").textContent()).not.toContain("onerror");
    await pill(page, "Receiver did not answer").waitFor();
  });
  expect(consoleErrors).toEqual([]);
  elsewhere.close();
});

test("a receiver that acknowledges frames it never got gets no more than its credits", async () => {
  await origins.visit(async (page) => {
    await openCamera(page);
    const receiver = await handOver(page);
    await receiver.waitForFunction(() => (globalThis as unknown as { session: () => unknown }).session() !== undefined);
    expect(await run(receiver, "flood")).toEqual([0, 1, 2, 3]);
  });
});
