import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { handOver, openPicture, pill } from "../../tests/handoff/support/acts.ts";
import { showView } from "../../tests/studio/support/acts.ts";
import { launchChromium } from "../../tests/support/chromium.ts";
import { type } from "./shell.ts";

/**
 * A reader's actions in a browser after the blocks of a section, or for a page whose file is not in
 * a block.
 */
type Act = (reader: { readonly folder: string }) => Promise<void>;

/** Opens an address as a reader does, and fails on what the console reports. */
const open = async (url: string, look: (page: Page) => Promise<void>): Promise<void> => {
  let browser: Browser | null = null;
  try {
    browser = await launchChromium();
    const page = await browser.newPage({ colorScheme: "dark" });
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (line) => line.type() === "error" && problems.push(`${line.text()} ${line.location().url}`));
    // with a listener from the start, the browser hands over even the first file chooser
    page.on("filechooser", () => {});
    page.setDefaultTimeout(60_000);
    await page.goto(url);
    await look(page).catch((error: Error) => {
      throw new Error(`${error.message} ${problems.join(" ")}`);
    });
  } finally {
    await browser?.close();
  }
};

const PAGE = "http://localhost:8000/";

/** A page that shows the element with a rendered picture. */
const showsElement: Act = () =>
  open(PAGE, async (page) => {
    await page.waitForFunction(() => (document.querySelector("lumi-glyph pre")?.textContent ?? "").length > 1000);
  });

/** A page that shows how similar picture and art are. */
const showsLikeness = async (page: Page): Promise<void> => {
  await page.waitForSelector("text=/Likeness \\d+ %/");
};

const choosesPicture: Act = ({ folder }) =>
  open(PAGE, async (page) => {
    await page.setInputFiles("input", join(folder, "photo.png"));
    await showsLikeness(page);
    if (!/^(?:.{100}\n){20,}/.test((await page.textContent("pre")) ?? "")) throw new Error("The page has no art.");
    await page.setInputFiles("input", { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await page.waitForSelector("text=The bytes are not a picture in a known raster format.");
  });

/** The tutorial's receiver shows what the studio shows. */
const sendsToReceiver: Act = () =>
  open("http://localhost:8787", async (page) => {
    await openPicture(page);
    const receiver = await handOver(page);
    await pill(page, "Delivered").waitFor();
    await showView(page, "Text");
    const text = await page.getByRole("document", { name: /^The picture as text/ }).textContent();
    if ((await receiver.locator("#art").textContent()) !== text?.replace(/\n$/, "")) {
      throw new Error("The receiver shows something else than the studio.");
    }
  });

/** In a terminal: colors, and none where the user wants none. */
const looksInTerminal: Act = async ({ folder }) => {
  const inTerminal = (variables: string) =>
    type(`${variables} script -qec "node picture.mjs photo.png" /dev/null`, folder);
  const [colored, plain] = [
    await inTerminal("TERM=xterm-256color COLORTERM=truecolor"),
    await inTerminal("TERM=xterm-256color COLORTERM=truecolor NO_COLOR=1"),
  ];
  if (!colored.stdout.includes("\x1b[38;2;") || !colored.stdout.includes("drawn by lumiglyph")) {
    throw new Error(`In color it prints: ${colored.stdout}${colored.stderr}`);
  }
  if (
    ["\x1b[38;", "\x1b[48;"].some((color) => plain.stdout.includes(color)) ||
    !plain.stdout.includes("drawn by lumiglyph")
  ) {
    throw new Error(`With NO_COLOR it prints: ${plain.stdout}${plain.stderr}`);
  }
};

/** By page and section. */
export const ACTS: { readonly [section: string]: Act } = {
  "docs/tutorials/embed.md § 2. In the browser": showsElement,
  "docs/tutorials/receiver.md § 3. Try it": sendsToReceiver,
  "examples/README.md § A page": choosesPicture,
  "examples/README.md § The element": showsElement,
  "examples/README.md § React: the component and its page": () => open(PAGE, showsLikeness),
  "examples/README.md § Ink": looksInTerminal,
};
