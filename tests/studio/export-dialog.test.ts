import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rpc } from "../mcp/mcp-request.ts";
import { largePng } from "../support/large-png.ts";
import { needs } from "../support/programs.ts";
import { openAndSettle } from "./support/acts.ts";
import { studioForFile } from "./support/studio-for-file.ts";

needs("curl");

const studio = studioForFile();

const QUERY = "?columns=60&color=true";
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const cat = {
  name: "cat.png",
  mimeType: "image/png",
  buffer: readFileSync(new URL("../../fixtures/charts/color-wheel.png", import.meta.url)),
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lumiglyph-exports-"));
  writeFileSync(join(folder, cat.name), cat.buffer);
});

afterEach(() => rmSync(folder, { recursive: true }));

const opener = (page: Page) => page.getByRole("button", { name: "Choose an export format" });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export" });

const openDialog = async (page: Page): Promise<void> => {
  await opener(page).click();
  await dialog(page).waitFor();
};

/** The dialog is hidden a moment before it closes, and handles keys until then. */
const closed = (page: Page): Promise<void> => page.locator(".export").waitFor({ state: "detached" });

const row = (page: Page, words: RegExp) => dialog(page).getByRole("button", { name: words });

const saving = async (page: Page, act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> => {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

const copyAs = (page: Page, name: string): Promise<void> =>
  page.getByRole("group", { name: "Copy as" }).getByRole("button", { name, exact: true }).click();

const toasted = (page: Page, words: string | RegExp): Promise<void> =>
  page.locator(".toast").getByText(words).waitFor();

const clipboardText = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

const isFocused = (element: Element): boolean => element === document.activeElement;

describe("the export dialog", () => {
  it("shows the exact size of each file before saving", async () => {
    const { consoleErrors } = await studio.visit(
      async (page) => {
        await openAndSettle(page, cat);
        await openDialog(page);
        for (const words of [/^txt/, /^ansi/, /^html/, /^svg/, /^json *JSON/, /^json *Compact/, /^png/]) {
          await row(page, words).locator(".sz[title]").waitFor();
          const size = await row(page, words).locator(".sz").getAttribute("title");
          const { name, bytes } = await saving(page, () => row(page, words).click());
          await toasted(page, `Saved ${name}`);
          expect(size).toBe(`${bytes.length.toLocaleString("en-US")} bytes`);
        }
      },
      { query: QUERY },
    );
    expect(consoleErrors).toEqual([]);
  });

  it("shows progress and Cancel after half a second; a canceled file is not saved", async () => {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, cat);
        await openDialog(page);
        let downloads = 0;
        page.on("download", () => downloads++);
        await page.getByRole("button", { name: "3 times" }).click();
        await row(page, /^png/).click();
        await dialog(page).getByRole("progressbar").waitFor();
        await dialog(page).getByRole("button", { name: "Cancel" }).click();
        await dialog(page).getByRole("progressbar").waitFor({ state: "detached" });
        await row(page, /^txt/).locator(".sz[title]").waitFor();
        expect(downloads).toBe(0);
        await saving(page, () => row(page, /^txt/).click());
        expect(downloads).toBe(1);
      },
      { query: "?columns=350" },
    );
  }, 90_000);

  it("asks where to save if enabled, and stays silent if that is dismissed", async () => {
    const picker = `window.showSaveFilePicker = async ({ suggestedName }) => {
      if (window.isNowhere) throw new DOMException("", "AbortError");
      return (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    }`;
    await studio.visit(
      async (page) => {
        await openAndSettle(page, cat);
        await openDialog(page);
        await page.getByRole("switch", { name: "Ask where to save" }).click();
        await row(page, /^txt/).click();
        await toasted(page, "Saved cat.txt");
        const written = await page.evaluate(async () => {
          const handle = await (await navigator.storage.getDirectory()).getFileHandle("cat.txt");
          return (await handle.getFile()).text();
        });
        expect(written).toMatch(/^([ -~]{60}\n){30}$/);
        await page.evaluate("window.isNowhere = true");
        await page.locator(".toast").waitFor({ state: "detached" });
        await row(page, /^svg/).click();
        await page.waitForTimeout(700);
        expect(await page.locator(".toast").count()).toBe(0);
      },
      { query: QUERY, before: [picker] },
    );
  });

  it("focuses the last format, and closes by Escape, an outside click, or its own button", async () => {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, cat);
        const ways = [
          () => page.mouse.click(200, 400),
          () => opener(page).click(),
          () => page.keyboard.press("Escape"),
        ];
        for (const close of ways) {
          await openDialog(page);
          expect(await row(page, /^png/).evaluate(isFocused)).toBe(true);
          await close();
          await closed(page);
        }
        expect(await opener(page).evaluate(isFocused)).toBe(true);
      },
      { query: QUERY },
    );
  });

  it("reports that a PNG larger than a canvas cannot be made", async () => {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, { ...cat, name: "tall.png", buffer: largePng(4, 1100) });
        await openDialog(page);
        expect(await row(page, /^png/).isDisabled()).toBe(true);
        expect(await dialog(page).evaluate(isFocused)).toBe(true);
        await row(page, /This art is too large for a PNG\. Use fewer columns\./).waitFor();
        await page.keyboard.press("Escape");
        await closed(page);
        await page.keyboard.press("Control+s");
        await toasted(page, "This art is too large for a PNG. Use fewer columns.");
      },
      { query: "?columns=8" },
    );
  });
});

describe("copying", () => {
  it("copies text, a picture, and snippets that print the same as a saved file", async () => {
    const { consoleErrors } = await studio.visit(
      async (page) => {
        await openAndSettle(page, cat);
        await openDialog(page);
        const { bytes } = await saving(page, () => row(page, /^svg/).click());

        await copyAs(page, "Text");
        await toasted(page, "Text copied, 1,830 characters");
        const lines = (await clipboardText(page)).split("\n");
        expect([lines.length, lines[0]?.length]).toEqual([31, 60]);

        await copyAs(page, "curl");
        await toasted(page, "curl command copied");
        const shell = await promisify(execFile)("sh", ["-c", await clipboardText(page)], { cwd: folder });
        expect(shell.stdout).toBe(bytes.toString());

        await copyAs(page, "fetch");
        await toasted(page, "fetch code copied");
        const code = ["--input-type=module", "--eval", await clipboardText(page)];
        const node = await promisify(execFile)(process.execPath, code, { cwd: folder });
        expect(node.stdout).toBe(bytes.toString());

        await copyAs(page, "MCP call");
        await toasted(page, /^MCP call copied, including the picture, \d/);
        const { result } = await rpc(studio.url, JSON.parse(await clipboardText(page)));
        expect(result?.content[0]?.text).toBe(bytes.toString());

        await copyAs(page, "PNG");
        await toasted(page, "Picture copied");
        const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
        expect(types).toEqual(["image/png"]);
      },
      { query: `${QUERY}&format=svg`, ...CLIPBOARD },
    );
    expect(consoleErrors).toEqual([]);
  });

  it("copies a link to the settings, without the picture", async () => {
    await studio.visit(
      async (page) => {
        await page.getByRole("button", { name: "Copy settings link" }).click();
        await toasted(page, "Settings link copied (picture not included)");
        expect(await clipboardText(page)).toBe(`${studio.url}/${QUERY}`);
      },
      { query: QUERY, ...CLIPBOARD },
    );
  });

  it("reports a blocked clipboard", async () => {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, cat);
        await page.keyboard.press("Control+c");
        await toasted(page, "The browser blocked copying.");
      },
      { query: QUERY, before: ["delete Navigator.prototype.clipboard"] },
    );
  });
});

describe("Ctrl S", () => {
  it("saves a PNG at first, then the last format", async () => {
    await studio.visit(
      async (page) => {
        await openAndSettle(page, cat);
        expect((await saving(page, () => page.keyboard.press("Control+s"))).name).toBe("cat@2x.png");
        await toasted(page, "Saved cat@2x.png");
        await openDialog(page);
        await saving(page, () => row(page, /^ansi/).click());
        await page.keyboard.press("Escape");
        await closed(page);
        expect((await saving(page, () => page.keyboard.press("Control+s"))).name).toBe("cat.ansi");
      },
      { query: QUERY },
    );
  });
});
