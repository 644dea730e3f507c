import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { buildStudio } from "../tests/studio/support/build-studio.ts";
import { TWO_CAMERAS } from "../tests/studio/support/cameras.ts";
import { STATES } from "../tests/studio/support/states.ts";
import { startStaticHost } from "../tests/studio/support/static-host.ts";
import { DESKTOP, openStudio, PHONE } from "../tests/studio/support/studio-page.ts";
import { launchChromium } from "../tests/support/chromium.ts";

/**
 * Takes screenshots of every state of the studio, in both themes and at phone width, for review:
 * `npm run tool -- scripts/studio-pictures.ts [folder] [words of the states' names]`. The folder defaults to a temporary
 * one; `--docs` takes the documentation's screenshots instead.
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
const folder = forDocs ? DOCS_FOLDER : resolve(given ?? mkdtempSync(join(tmpdir(), "lumiglyph-pictures-")));
mkdirSync(folder, { recursive: true });
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

for (const shot of forDocs ? FOR_DOCS : everyShot(words)) await take(shot);

await browser.close();
host.stop();
rmSync(build, { recursive: true });
console.log(`Pictures are in ${folder}`);
