import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { handOver, openCamera, pill } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile({
  launch: { args: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"] },
});

const LAUNCH = `handoff=1&protocol=service.v2a.a2v.handoff.v1&mode=latest-frame&source=studio&traceId=${"a".repeat(32)}`;

describe("the reference receiver", () => {
  test("is served without an opener policy, with a strict content policy, and nothing else is served", async () => {
    const page = await fetch(origins.receiver);
    const text = await page.text();
    expect(page.headers.get("cross-origin-opener-policy")).toBeNull();
    expect(page.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
    expect(text).toContain(`http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; script-src`);
    expect(text.replaceAll("&#39;", "'")).not.toContain("unsafe");
    const head = await fetch(`${origins.receiver}/?${LAUNCH}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await fetch(`${origins.receiver}/`, { method: "POST" })).status).toBe(405);
    for (const path of ["/../package.json", "/%2e%2e/package.json", "//", "/src/main.ts"])
      expect([path, (await fetch(`${origins.receiver}${path}`)).status]).toEqual([path, 404]);
  });

  test("says that no studio opened it, and requests nothing", async () => {
    const { consoleErrors } = await origins.visit(
      async (page) => {
        await page.getByRole("heading", { name: "No studio opened this page" }).waitFor();
        expect(await page.getByRole("button").count()).toBe(0);
        await page.goto(`${origins.receiver}/?${LAUNCH}&studio=${origins.studio}`);
        await page.getByRole("heading", { name: "The studio cannot be reached from here" }).waitFor();
      },
      { url: origins.receiver },
    );
    expect(consoleErrors).toEqual([]);
  });

  test("trusts nobody if its list of studios is invalid", async () => {
    await origins.visit(async (page) => {
      await page.context().route("**/studios.json", (route) => route.fulfill({ body: '"*"' }));
      await openCamera(page);
      const receiver = await handOver(page);
      await receiver.getByRole("heading", { name: "No trusted studios" }).waitFor();
      await pill(page, "Receiver did not answer").waitFor();
    });
  });

  test("records the frames as a terminal recording", async () => {
    await origins.visit(
      async (page) => {
        await openCamera(page);
        const receiver = await handOver(page);
        await receiver.getByRole("button", { name: "Record" }).click();
        await receiver.waitForTimeout(1500);
        const [download] = await Promise.all([
          receiver.waitForEvent("download"),
          receiver.getByRole("button", { name: /^Save \d+\.\d s/ }).click(),
        ]);
        expect(download.suggestedFilename()).toBe("lumiglyph.cast");
        const lines = readFileSync(await download.path(), "utf8")
          .trimEnd()
          .split("\n");
        const [header, ...events] = lines.map((line) => JSON.parse(line));
        expect(header).toMatchObject({ version: 2, width: 40, height: 15 });
        expect(events.length).toBeGreaterThan(5);
        expect(events.every(([, kind, data]) => kind === "o" && typeof data === "string")).toBe(true);
        const times = events.map(([time]) => time);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(times.at(-1)).toBeGreaterThan(0.5);
      },
      { url: `${origins.studio}/?columns=40` },
    );
  });

  test("can end the handoff, and the studio reports it", async () => {
    await origins.visit(async (page) => {
      await openCamera(page);
      const receiver = await handOver(page);
      await pill(page, "Live").waitFor();
      // the message arrives after some seconds, so wait for it before anything else
      const reported = page.getByText("The receiver ended the handoff").first().waitFor();
      await receiver.getByRole("button", { name: "Stop" }).click();
      await Promise.all([
        reported,
        receiver.getByRole("status").getByText("Stopped here").waitFor(),
        pill(page, "Ended").waitFor(),
      ]);
    });
  });
});
