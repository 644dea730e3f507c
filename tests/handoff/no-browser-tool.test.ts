import { expect, test } from "vitest";
import { openPicture } from "./support/acts.ts";
import { twoOriginsForFile } from "./support/two-origins-for-file.ts";

const origins = twoOriginsForFile();

test("a browser without such tools gets none, and no word about it", async () => {
  const { complaints } = await origins.visit(async (page) => {
    await openPicture(page);
    expect(await page.evaluate(() => "modelContext" in document)).toBe(false);
    await expect(page.webmcp.tools()).rejects.toThrow("WebMCP");
  });
  expect(complaints).toEqual([]);
});
