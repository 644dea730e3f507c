import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { insertReceiver, studioFolder } from "./read-studio.ts";

describe("insertReceiver", () => {
  const named = (page: string, origin: string): string => insertReceiver(Buffer.from(page), origin).toString();

  test("the page names the receiver if it has a placeholder", () => {
    expect(named('<p>é</p><meta name="handoff-target" content="" /><p>', "https://site.example:8443")).toBe(
      '<p>é</p><meta name="handoff-target" content="https://site.example:8443" /><p>',
    );
  });

  test("a page without the placeholder is unchanged", () => {
    expect(named("<p>", "https://site.example")).toBe("<p>");
  });

  test("the target cannot inject markup or a replacement pattern", () => {
    expect(named('<meta name="handoff-target" content="">', '$&"><script>')).toBe(
      '<meta name="handoff-target" content="$&amp;&quot;&gt;&lt;script&gt;">',
    );
  });
});

describe("studioFolder", () => {
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), "lumiglyph-studio-folder-")));

  test("finds this repository's build beside the service", () => {
    expect(studioFolder()).toBe(join(import.meta.dirname, "../../../studio/dist"));
  });

  test("finds an installed studio package", () => {
    const installed = join(elsewhere, "with/node_modules/@lumiglyph/studio");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, "package.json"), "{}");
    const service = join(elsewhere, "with/node_modules/@lumiglyph/service/dist/studio/studio-folder.js");
    expect(studioFolder(pathToFileURL(service))).toBe(join(installed, "dist"));
  });

  test("finds a studio bundled with the service", () => {
    const service = join(elsewhere, "within/node_modules/@lumiglyph/service");
    mkdirSync(join(service, "studio"), { recursive: true });
    expect(studioFolder(pathToFileURL(join(service, "dist/studio/studio-folder.js")))).toBe(join(service, "studio"));
  });

  test("returns nothing if no studio is installed", () => {
    expect(studioFolder(pathToFileURL(join(elsewhere, "without/dist/studio/studio-folder.js")))).toBeNull();
  });
});
