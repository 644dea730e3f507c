import { expect, test } from "vitest";
import { openPicture } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile();

test("a browser without WebMCP gets no tool and no error", async () => {
  const { consoleErrors } = await origins.visit(async (page) => {
    await openPicture(page);
    expect(await page.evaluate(() => "modelContext" in document)).toBe(false);
    await expect(page.webmcp.tools()).rejects.toThrow("WebMCP");
  });
  expect(consoleErrors).toEqual([]);
});
