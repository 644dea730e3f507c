import { HANDOFF_PROTOCOL, STREAM_TOOL } from "@lumiglyph/handoff";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../apps/studio/src/handoff/stream-tool.ts";
import { approveBar, openCamera, openPicture, pill } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile({
  launch: {
    args: ["--enable-features=WebMCP", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
    // block popups, as browsers do by default
    ignoreDefaultArgs: ["--disable-popup-blocking"],
  },
});

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

/** Calls the tool like an agent in the browser. */
const call = (page: Page, input: object): Promise<ToolResult> =>
  page.webmcp.callTool(STREAM_TOOL.name, input as never) as Promise<unknown> as Promise<ToolResult>;

/** Waits until the page offers its tool. */
const offered = async (page: Page) => {
  for (;;) {
    const tools = await page.webmcp.tools();
    if (tools.length > 0) return tools;
    await page.waitForTimeout(100);
  }
};

const answer = (page: Page, name: "Allow" | "Not now") => approveBar(page).getByRole("button", { name }).click();

const text = ({ content }: ToolResult): string => content[0].text;

describe("the browser's tool", () => {
  test("is registered as the manifest describes it, and unregistered with the page (spec 4.5)", async () => {
    await origins.visit(async (page) => {
      const tools = await offered(page);
      const response = await page.request.get(`${origins.studio}/api/v1/a2v-handoff`);
      const { browserTool } = await response.json();
      expect(tools).toEqual([
        {
          name: browserTool.name,
          description: browserTool.description,
          inputSchema: browserTool.inputSchema,
          annotations: { consequential: true },
        },
      ]);
      expect(browserTool).toMatchObject({ name: "stream_ascii_to_a2v", runsIn: "browser", served: true });
      const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      const { result } = await (await page.request.post(`${origins.studio}/api/mcp`, { data: list })).json();
      expect(result.tools.map(({ name }: { readonly name: string }) => name)).toEqual(["render_ascii"]);
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
      expect(await page.webmcp.tools()).toEqual([]);
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
      expect(await offered(page)).toHaveLength(1);
    });
  });

  test("streams a running camera once the person allows it", async () => {
    await origins.visit(async (page) => {
      await openCamera(page);
      const [receiver, result] = await Promise.all([
        page.waitForEvent("popup"),
        call(page, { mode: "webcam-stream", traceId: TRACE_ID }),
        approveBar(page)
          .getByText("Requested by the agent in this browser.")
          .waitFor()
          .then(() => answer(page, "Allow")),
      ]);
      expect(result).toEqual({
        content: [
          { type: "text", text: `Sending the newest frames to ${origins.receiver} until the person stops it.` },
        ],
        structuredContent: {
          status: "streaming",
          mode: "webcam-stream",
          traceId: TRACE_ID,
          protocol: HANDOFF_PROTOCOL,
          target: origins.receiver,
        },
      });
      expect(new URL(receiver.url()).searchParams.get("traceId")).toBe(TRACE_ID);
      await pill(page, "Live").waitFor();
      // repeating the request succeeds, another mode does not
      expect(await call(page, { mode: "webcam-stream" })).toMatchObject({
        structuredContent: { status: "streaming", traceId: TRACE_ID },
      });
      expect(text(await call(page, { mode: "latest-frame" }))).toMatch(/^A handoff is already running/);
    });
  });

  test("delivers one frame of a picture, with a generated trace id if none is given", async () => {
    await origins.visit(async (page) => {
      await openPicture(page);
      await offered(page);
      const [result] = await Promise.all([call(page, { mode: "latest-frame" }), answer(page, "Allow")]);
      expect(result.structuredContent).toMatchObject({
        status: "delivered",
        mode: "latest-frame",
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
    });
  });

  test("opens nothing if the person declines", async () => {
    await origins.visit(async (page, { context }) => {
      await openPicture(page);
      await offered(page);
      const [result] = await Promise.all([call(page, { mode: "latest-frame" }), answer(page, "Not now")]);
      expect(result.structuredContent).toMatchObject({ status: "declined" });
      expect(context.pages()).toHaveLength(1);
    });
  });

  test("reports a blocked window, which another click opens", async () => {
    await origins.visit(
      async (page) => {
        await openPicture(page);
        await offered(page);
        await page.evaluate(() => Object.assign(globalThis, { isGreedy: true }));
        const [result] = await Promise.all([call(page, { mode: "latest-frame" }), answer(page, "Allow")]);
        expect(result.structuredContent).toMatchObject({ status: "blocked" });
        const card = page.getByRole("alertdialog", { name: "The receiver window was blocked" });
        await pill(page, "Window blocked").waitFor();
        await page.evaluate(() => Object.assign(globalThis, { isGreedy: false }));
        await Promise.all([page.waitForEvent("popup"), card.getByRole("button", { name: "Open receiver" }).click()]);
        await pill(page, "Delivered").waitFor();
      },
      { before: GREEDY },
    );
  });

  test("asks for a source if there is none, and starts no camera", async () => {
    await origins.visit(
      async (page) => {
        await offered(page);
        const bare = await call(page, { mode: "webcam-stream" });
        expect(bare).toEqual({
          content: [
            { type: "text", text: "Nothing is open in the studio. Ask the person to start the camera: only they can." },
          ],
          isError: true,
        });
        await openPicture(page);
        expect(text(await call(page, { mode: "webcam-stream" }))).toMatch(/^No camera is running\./);
        expect(text(await call(page, { mode: "video-stream" }))).toMatch(/^No video is open\./);
        expect(await page.locator(".approve").count()).toBe(0);
        expect(await page.evaluate(() => (globalThis as unknown as { cameras: number }).cameras)).toBe(0);
      },
      { before: COUNT_CAMERAS },
    );
  });

  test("rejects invalid input, which the browser does not validate", async () => {
    await origins.visit(async (page) => {
      await openPicture(page);
      await offered(page);
      for (const input of [
        { mode: "screen" },
        {},
        { mode: "latest-frame", traceId: "0".repeat(32) },
        { mode: "latest-frame", traceId: 5 },
        { mode: "latest-frame", target: "https://evil.example" },
      ])
        expect([input, await call(page, input)]).toMatchObject([input, { isError: true }]);
      expect(await page.locator(".approve").count()).toBe(0);
    });
  });
});

/** A page that opens its own window on each click, so the browser blocks a second one. */
const GREEDY = `addEventListener("click", () => { if (globalThis.isGreedy) open("about:blank", "greedy")?.close(); }, true);`;

const COUNT_CAMERAS = `globalThis.cameras = 0;
const getUserMedia = MediaDevices.prototype.getUserMedia;
MediaDevices.prototype.getUserMedia = function (wish) { globalThis.cameras++; return getUserMedia.call(this, wish); };`;
