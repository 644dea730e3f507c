import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { LOOKS } from "../apps/studio/src/state/looks.ts";
import { openAndSettle, settled } from "../tests/studio/support/acts.ts";
import { buildStudio } from "../tests/studio/support/build-studio.ts";
import { TWO_CAMERAS } from "../tests/studio/support/cameras.ts";
import { STATES } from "../tests/studio/support/states.ts";
import { startStaticHost } from "../tests/studio/support/static-host.ts";
import { DESKTOP, openStudio, PHONE } from "../tests/studio/support/studio-page.ts";
import { launchChromium } from "../tests/support/chromium.ts";

/**
 * Takes screenshots of every state of the studio, in both themes and at phone width, for review:
 * `npm run tool -- scripts/studio-pictures.ts [folder] [words of the states' names]`. The folder defaults to a temporary
 * one. `--docs` takes the documentation's screenshots instead; `--sheet` puts a photo, a portrait, a drawing and a night, on
 * desktop and phone, in both themes, and all looks of the photo on one sheet: `--sheet sheet.png [four pictures]`.
 */
const VIEWS = {
  dark: { colorScheme: "dark", viewport: DESKTOP },
  light: { colorScheme: "light", viewport: DESKTOP },
  phone: { colorScheme: "dark", viewport: PHONE, hasTouch: true, deviceScaleFactor: 2 },
} as const;

type View = keyof typeof VIEWS;

/** A screenshot to take. */
type Shot = { readonly state: string; readonly view: View; readonly file: string };

const DOCS_FOLDER = fileURLToPath(new URL("../docs/images", import.meta.url));

const FOR_DOCS: readonly Shot[] = [
  { state: "split", view: "dark", file: "studio-split.png" },
  { state: "print", view: "light", file: "studio-print.png" },
  { state: "split", view: "phone", file: "studio-phone.png" },
];

const everyShot = (words: readonly string[]): readonly Shot[] =>
  Object.entries(STATES).flatMap(([state, { onPhone = true }], at) =>
    (Object.keys(VIEWS) as View[])
      .filter((view) => view !== "phone" || onPhone)
      .filter(() => words.length === 0 || words.some((word) => state.includes(word)))
      .map((view) => {
        const number = String(at + 1).padStart(2, "0");
        return { state, view, file: `${number}-${state.replaceAll(" ", "-")}-${view}.png` };
      }),
  );

const [given, ...words] = process.argv.slice(2);
const forDocs = given === "--docs";
const forSheet = given === "--sheet";
const folder = forDocs ? DOCS_FOLDER : resolve(given ?? mkdtempSync(join(tmpdir(), "lumiglyph-pictures-")));
if (!forSheet) mkdirSync(folder, { recursive: true });
const build = mkdtempSync(join(tmpdir(), "lumiglyph-studio-"));
await buildStudio(build);
const host = await startStaticHost(build, "/");
const browser = await launchChromium({ args: TWO_CAMERAS });

/** Takes one screenshot. A state that cannot be reached is reported and skipped. */
const take = async ({ state, view, file }: Shot): Promise<void> => {
  const { query = "", reach } = STATES[state]!;
  const { page, consoleErrors, close } = await openStudio(browser, `${host.url}${query}`, VIEWS[view]);
  const fault = await reach(page).then(
    () => consoleErrors.join("; "),
    (error: Error) => error.message.split("\n")[0],
  );
  // wait for fades and for whatever is rendered beside the picture
  await page.waitForTimeout(2500);
  const picture = sharp(await page.screenshot());
  // a repository keeps every byte forever
  await (forDocs ? picture.png({ palette: true, colors: 96, effort: 10 }) : picture).toFile(join(folder, file));
  await close();
  console.log(fault === "" ? file : `${file}: ${fault}`);
};

/** Default pictures of the sheet. */
const FIXTURES = ["koi.png", "portrait.png", "line-drawing.png", "moonlit.png"].map((name) =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)),
);

const SHEET_VIEWS = [
  { viewport: DESKTOP, colorScheme: "dark" },
  { viewport: DESKTOP, colorScheme: "light" },
  { viewport: PHONE, colorScheme: "dark", hasTouch: true, deviceScaleFactor: 2 },
  { viewport: PHONE, colorScheme: "light", hasTouch: true, deviceScaleFactor: 2 },
] as const;

/** Height of a screenshot on the sheet, in pixels, and the width of the sheet. */
const [TILE, SHEET] = [280, 1180];

/** Takes all screenshots of the sheet, and puts them in rows. */
const takeSheet = async (file: string, pictures: readonly string[]): Promise<void> => {
  const [tiles, looks]: [Buffer[], Buffer[]] = [[], []];
  const small = (shot: Buffer): Promise<Buffer> => sharp(shot).resize({ height: TILE }).toBuffer();
  const pause = (page: Page): Promise<void> => page.waitForTimeout(2500);
  for (const [at, path] of pictures.entries()) {
    const picture = { name: basename(path), mimeType: "image/*", buffer: readFileSync(path) };
    for (const [view, options] of SHEET_VIEWS.entries()) {
      const { page, close } = await openStudio(browser, host.url, options);
      await openAndSettle(page, picture);
      await pause(page);
      tiles.push(await small(await page.screenshot()));
      for (const { name } of at === 0 && view === 0 ? LOOKS : []) {
        await page.getByRole("radio", { name, exact: true }).click();
        await pause(page);
        await settled(page);
        looks.push(await small(await page.locator(".artarea").screenshot()));
      }
      await close();
    }
  }
  let [left, top] = [0, 0];
  const placed: { readonly input: Buffer; readonly left: number; readonly top: number }[] = [];
  for (const input of [...tiles, ...looks]) {
    const { width } = await sharp(input).metadata();
    if (left + width > SHEET) [left, top] = [0, top + TILE + 8];
    placed.push({ input, left, top });
    left += width + 8;
  }
  const create = { width: SHEET, height: top + TILE, channels: 3, background: "#808080" } as const;
  await sharp({ create }).composite(placed).png().toFile(file);
};

if (forSheet) {
  const [file = "sheet.png", ...pictures] = words;
  await takeSheet(resolve(file), pictures.length > 0 ? pictures : FIXTURES);
} else {
  for (const shot of forDocs ? FOR_DOCS : everyShot(words)) await take(shot);
  console.log(`Pictures are in ${folder}`);
}

await browser.close();
host.stop();
rmSync(build, { recursive: true });
