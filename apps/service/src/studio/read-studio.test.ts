import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { insertReceiver, studioFolder } from "./read-studio.ts";

describe("insertReceiver", () => {
  const named = (page: string, origin: string): string => insertReceiver(Buffer.from(page), origin).toString();

  test("the page names the receiver where it has a place for it", () => {
    expect(named('<p>é</p><meta name="handoff-target" content="" /><p>', "https://site.example:8443")).toBe(
      '<p>é</p><meta name="handoff-target" content="https://site.example:8443" /><p>',
    );
  });

  test("a page without that place stays as it is", () => {
    expect(named("<p>", "https://site.example")).toBe("<p>");
  });

  test("nothing that is named can become markup, or part of a pattern", () => {
    expect(named('<meta name="handoff-target" content="">', '$&"><script>')).toBe(
      '<meta name="handoff-target" content="$&amp;&quot;><script>">',
    );
  });
});

describe("studioFolder", () => {
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), "lumiglyph-studio-folder-")));

  test("the studio of this repository is built beside the service", () => {
    expect(studioFolder()).toBe(join(import.meta.dirname, "../../../studio/dist"));
  });

  test("an installed studio is found where the package manager has put it", () => {
    const installed = join(elsewhere, "with/node_modules/@lumiglyph/studio");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, "package.json"), "{}");
    const service = join(elsewhere, "with/node_modules/@lumiglyph/service/dist/studio/studio-folder.js");
    expect(studioFolder(pathToFileURL(service))).toBe(join(installed, "dist"));
  });

  test("a studio that came with the service is found in its package", () => {
    const service = join(elsewhere, "within/node_modules/@lumiglyph/service");
    mkdirSync(join(service, "studio"), { recursive: true });
    expect(studioFolder(pathToFileURL(join(service, "dist/studio/studio-folder.js")))).toBe(join(service, "studio"));
  });

  test("where no studio is installed there is no folder", () => {
    expect(studioFolder(pathToFileURL(join(elsewhere, "without/dist/studio/studio-folder.js")))).toBeNull();
  });
});
