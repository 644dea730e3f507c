import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { figure } from "./support/acts.ts";
import { scriptPage } from "./support/script-page.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile({ studio: "hostile-studio" });

const run = <Result>(page: Page, name: string): Promise<Result> =>
  page.evaluate((act) => (globalThis as unknown as Record<string, () => Promise<Result>>)[act]!(), name);

const greet = async (page: Page): Promise<readonly [Page, readonly { readonly type: string }[]]> => {
  const [receiver, heard] = await Promise.all([
    page.waitForEvent("popup"),
    run<readonly { readonly type: string }[]>(page, "greet"),
  ]);
  return [receiver, heard];
};

describe("a hostile studio", () => {
  test("has only its valid frames shown", async () => {
    const { consoleErrors } = await origins.visit(async (page) => {
      const [receiver, heard] = await greet(page);
      expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(["boot", "ready"]));
      await run(page, "lie");
      await expect.poll(() => figure(receiver, "frames")).toBe("2");
      expect(await figure(receiver, "grid")).toBe("8 × 2");
      expect(await receiver.locator("#state").textContent()).toBe("Live");
      expect([await receiver.title(), await receiver.locator("img, b").count()]).toEqual(["Lumiglyph receiver", 0]);
    });
    expect(consoleErrors).toEqual([]);
  });

  test("is ignored through another window, even if its origin is trusted", async () => {
    await origins.visit(async (page) => {
      const [receiver] = await greet(page);
      await receiver.evaluate((origin) => {
        const message = { protocol: "service.v2a.a2v.handoff.v1", type: "close", reason: "x" };
        dispatchEvent(new MessageEvent("message", { origin, source: window, data: message }));
        dispatchEvent(new MessageEvent("message", { origin, data: message }));
      }, origins.studio);
      expect(await receiver.locator("#state").textContent()).toBe("Live");
    });
  });
});

test("an untrusted page that opens the receiver gets no message out of it and no frame in", async () => {
  const server = (await scriptPage("hostile-studio")).server([]);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await origins.visit(
    async (page) => {
      const [receiver, heard] = await greet(page);
      expect(heard).toEqual([]);
      await run(page, "lie");
      expect(await figure(receiver, "frames")).toBe("0");
      await receiver.getByText("No trusted studio answered").waitFor();
      expect(await receiver.locator("#note li").allTextContents()).toEqual([origins.studio]);
    },
    { url: `http://localhost:${port}/?target=${origins.receiver}` },
  );
  server.close();
  server.closeAllConnections();
});
