import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { launchShell } from "../support/chromium.ts";
import { serviceForFile } from "../support/http-service.ts";

const service = serviceForFile({ SERVICE_RATE_POINTS: "100", SERVICE_CLIENT_CONCURRENCY: "8" });

/** Another site: another port is another origin. */
const elsewhere = createServer((_request, response) => {
  response.setHeader("content-type", "text/html").end("<!doctype html><title>elsewhere</title>");
});
let browser: Browser;
let page: Page;

beforeAll(async () => {
  elsewhere.listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  browser = await launchShell();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  elsewhere.close();
});

const otherOrigin = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

/** Submits a form from a page of this origin into a frame and returns the text of the art in the frame. */
const frameOn = async (origin: string): Promise<() => Promise<string>> => {
  await page.goto(origin);
  await page.evaluate((action) => {
    document.body.innerHTML = `<form method="post" enctype="multipart/form-data" target="frame" action="${action}">
      <input type="file" name="image"><input name="format" value="html"><input name="columns" value="24">
      <button>Render</button></form><iframe name="frame"></iframe>`;
  }, `${service.url}/api/v1/render`);
  const file = { name: "a.png", mimeType: "image/png", buffer: Buffer.from(fixture("charts/ramp.png")) };
  await page.locator("input[type=file]").setInputFiles(file);
  const answered = page.waitForResponse(`${service.url}/api/v1/render`);
  await page.locator("button").click();
  expect((await answered).status()).toBe(200);
  return async () => (await page.frame("frame")?.locator("pre").allTextContents())?.join("") ?? "";
};

describe("in a browser", () => {
  test("a script of another site can render and read the response with its limits", async () => {
    await page.goto(otherOrigin());
    const image = [...fixture("charts/ramp.png")];
    const answer = await page.evaluate(
      async ([url, bytes]) => {
        const headers = { "content-type": "image/png" };
        const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(bytes) });
        return {
          lines: (await response.text()).split("\n").length,
          policy: response.headers.get("ratelimit-policy"),
          left: response.headers.get("ratelimit"),
          grid: response.headers.get("render-grid"),
        };
      },
      [`${service.url}/api/v1/render?columns=24`, image] as const,
    );
    expect(answer).toMatchObject({
      policy: '"render";q=100;w=60, "at-once";q=8;qu="concurrent-requests"',
      left: expect.stringMatching(/^"render";r=\d+;t=\d+, "at-once";r=8$/),
      grid: expect.stringMatching(/^columns=24, rows=\d+$/),
    });
  });

  test("a page of ours can frame a render, a page of another site cannot", async () => {
    // the description is on our origin, and its policy admits only the scripts that this test adds
    await page.route(`${service.url}/docs/errors`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>own</title>" }),
    );
    await expect.poll(await frameOn(`${service.url}/docs/errors`)).toMatch(/^(.{24}\n?)+$/);
    const shown = await frameOn(otherOrigin());
    await page.waitForTimeout(500);
    expect(await shown()).toBe("");
  });

  test("a page of ours is isolated from an opener of another site", async () => {
    await page.goto(otherOrigin());
    const closed = await page.evaluate(
      async (url) => {
        const opened = window.open(url);
        for (let wait = 0; wait < 100 && opened?.closed === false; wait++) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        return opened?.closed;
      },
      `${service.url.replace("127.0.0.1", "localhost")}/docs/errors`,
    );
    expect(closed).toBe(true);
  });
});
