import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rolldown } from "rolldown";
import { expect, onTestFinished, test } from "vitest";
import { fixture } from "../spec/drawn.ts";
import { launchShell } from "../support/chromium.ts";

test("the React component renders, fires its events and renders again", { timeout: 60_000 }, async () => {
  const build = await rolldown({
    input: new URL("./react-page.ts", import.meta.url).pathname,
    platform: "browser",
    resolve: { conditionNames: ["@lumiglyph/source", "browser", "import"] },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
  });
  const { output } = await build.generate({ format: "esm", chunkFileNames: "[name].js" });
  const modules = new Map(output.map((file) => [`/${file.fileName}`, "code" in file ? file.code : ""]));
  const server = createServer(({ url = "/" }, response) => {
    const code = modules.get(url);
    if (code !== undefined) response.setHeader("content-type", "text/javascript").end(code);
    else if (url === "/photo.png") response.setHeader("content-type", "image/png").end(fixture("portrait.png"));
    else
      response
        .setHeader("content-type", "text/html")
        .end('<!doctype html><main id="root"></main><script type="module" src="/react-page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launchShell();
  onTestFinished(async () => {
    await browser.close();
    server.close();
  });
  const page = await browser.newPage({ colorScheme: "dark" });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForSelector("text=30 columns");
  expect(await page.evaluate(() => document.querySelectorAll("lumi-glyph pre span").length)).toBeGreaterThan(20);
  await page.click("button");
  await page.waitForSelector("text=50 columns");
  expect(await page.getAttribute("lumi-glyph", "columns")).toBe("50");
});
