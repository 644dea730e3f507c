import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { bad, type Pixels } from "./fixtures/bad.ts";
import { charts } from "./fixtures/charts.ts";
import { formats } from "./fixtures/formats.ts";

/**
 * Makes the fixtures that derive from a rule or from another fixture: `npm run fixtures -- [--check] [path prefixes]`.
 * All other fixtures are committed as they are, among them the sources of these.
 */
const SOURCES = { formats: "formats/lossless.webp", bad: "bad/picture.tiff" };

/** The largest difference of a code value (0 to 255) that counts as equal: CPUs round differently. */
const TOLERANCE = 2;

/** The metadata that a fixture must keep. */
const FORM = "format width height space channels depth pages orientation isProgressive hasProfile delay".split(" ");

const root = join(import.meta.dirname, "..", "fixtures");
const source = (path: string) => sharp(join(root, path));

const makers: { readonly [path: string]: () => Promise<Uint8Array> | Uint8Array } = Object.fromEntries([
  ...["koi", "portrait", "still-life"].map((name) => [
    `samples/${name}.webp`,
    () => source(`${name}.png`).webp({ quality: 90, effort: 6, smartSubsample: true }).toBuffer(),
  ]),
  ...Object.entries(charts).map(([name, make]) => [
    `charts/${name}.png`,
    () => make().png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer(),
  ]),
  ...Object.entries(formats).map(([name, make]) => [
    `formats/${name}`,
    async () => (await make(source(SOURCES.formats))).toBuffer(),
  ]),
  ...Object.entries(bad).map(([name, make]) => [`bad/${name}`, async () => make(await pixelsOf(SOURCES.bad))]),
]);

const checking = process.argv.includes("--check");
const only = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const wanted = Object.entries(makers).filter(
  ([path]) => only.length === 0 || only.some((part) => path.startsWith(part)),
);
let stale = 0;
for (const [path, make] of wanted) {
  const file = join(root, path);
  const made = await make();
  if (!checking) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, made);
    continue;
  }
  const committed = await readFile(file).catch(() => undefined);
  if (
    committed &&
    (Buffer.compare(committed, made) === 0 || (!path.startsWith("bad/") && (await sameImage(committed, made))))
  )
    continue;
  console.error(committed ? `differs: fixtures/${path}` : `missing: fixtures/${path}`);
  stale++;
}
console.log(`${wanted.length} fixtures ${checking ? `checked, ${stale} differ` : "written"}`);
process.exitCode = stale > 0 ? 1 : 0;

async function pixelsOf(path: string): Promise<Pixels> {
  const { data, info } = await source(path).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Whether two encoded images have the same form and, frame by frame, the same pixels within the tolerance. */
async function sameImage(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  if ((await formOf(one)) !== (await formOf(other))) return false;
  const [a, b] = await Promise.all(
    [one, other].map((file) => sharp(file, { animated: true }).raw({ depth: "uchar" }).toBuffer()),
  );
  return a!.length === b!.length && a!.every((value, i) => Math.abs(value - b![i]!) <= TOLERANCE);
}

async function formOf(file: Uint8Array): Promise<string> {
  const metadata: object = await sharp(file).metadata();
  return JSON.stringify(metadata, FORM);
}
