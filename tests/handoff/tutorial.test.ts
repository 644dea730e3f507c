import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showView } from "../studio/support/acts.ts";
import { builtStudio } from "../studio/support/built-studio.ts";
import { handOver, openPicture, pill } from "./support/acts.ts";
import { startTwoOrigins, type TwoOrigins } from "./support/two-origins.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const tutorial = readFileSync(join(ROOT, "docs/tutorials/receiver.md"), "utf8");
const STUDIO = "http://localhost:8787";

const folder = mkdtempSync(join(tmpdir(), "lumiglyph-tutorial-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The page's code in a language. */
const codeIn = (language: string): string => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(tutorial)![1]!;

/** Bundles a source text to one minified script. */
const bundled = async (text: string): Promise<string> => {
  const input = join(folder, "receiver.js");
  writeFileSync(input, text);
  const build = await rolldown({
    input,
    platform: "browser",
    resolve: {
      conditionNames: ["@lumiglyph/source"],
      alias: { "@lumiglyph/handoff": join(ROOT, "packages/handoff/src/index.ts") },
    },
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  return output[0].code;
};

/** The tutorial's receiver, except for the port of the trusted studio. */
const serve = (script: string, studios: readonly string[]): Server =>
  createServer(({ url = "/" }, response) => {
    const isScript = url === "/receiver.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script.replace(STUDIO, studios[0]!) : codeIn("html"));
  });

let origins: TwoOrigins;
beforeAll(async () => {
  const script = await bundled(codeIn("js"));
  origins = await startTwoOrigins({
    studio: { folder: await builtStudio() },
    receiver: { serve: (studios) => serve(script, studios) },
  });
});
afterAll(() => origins?.stop());

test("the tutorial's receiver, word for word, shows what the studio shows", async () => {
  await origins.visit(async (page) => {
    await openPicture(page);
    const receiver = await handOver(page);
    await pill(page, "Delivered").waitFor();
    await showView(page, "Text");
    const text = await page.getByRole("document", { name: /^The picture as text/ }).textContent();
    expect(await receiver.locator("#art").textContent()).toBe(text?.replace(/\n$/, ""));
    expect(await receiver.title()).toBe("My receiver: closed");
  });
});

test("a receiver loads less than 6 kB of the package", async () => {
  const script = await bundled(codeIn("js"));
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(6000);
});
