import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bad } from "./fixtures/bad.ts";
import { type Canvas, reduce } from "./fixtures/canvas.ts";
import { charts } from "./fixtures/charts.ts";
import { sameBytes, samePicture } from "./fixtures/compare.ts";
import { encodePng, pipe } from "./fixtures/encode.ts";
import { formats } from "./fixtures/formats.ts";
import { paintKoi } from "./fixtures/koi.ts";
import { paintLineDrawing } from "./fixtures/line-drawing.ts";
import { paintMoonlit } from "./fixtures/moonlit.ts";
import { paintPortrait } from "./fixtures/portrait.ts";
import { paintSprite } from "./fixtures/sprite.ts";
import { paintStillLife } from "./fixtures/still-life.ts";

/** One file under fixtures/: how it is made, and what makes a remade one the same. */
type Fixture = {
  readonly path: string;
  readonly make: () => Promise<Uint8Array> | Uint8Array;
  readonly same: (committed: Uint8Array, made: Uint8Array) => Promise<boolean> | boolean;
};

const stillLife = once(() => paintStillLife(960, 720));
const small = once(() => reduce(stillLife(), 256, 192));
const tiny = once(() => reduce(stillLife(), 64, 48));

const paintings: Record<string, () => Canvas> = {
  "still-life": stillLife,
  portrait: once(() => paintPortrait(720, 960)),
  moonlit: () => paintMoonlit(960, 720),
  "line-drawing": () => paintLineDrawing(960, 720),
  koi: once(() => paintKoi(960, 720)),
  sprite: () => paintSprite(512, 512),
};

/** The studio's samples, and small copies of them for its empty page, which draws them in few cells. */
const offered = Object.fromEntries(
  Object.entries(paintings).filter(([name]) => ["still-life", "portrait", "koi"].includes(name)),
);

const table: readonly Fixture[] = [
  ...rows(paintings, (name, make) => [`${name}.png`, () => encodePng(make()), samePicture]),
  ...rows(offered, (name, make) => [`small/${name}.webp`, () => encodeSmall(make()), samePicture]),
  ...rows(offered, (name, make) => [`samples/${name}.webp`, () => encodeSample(make()), samePicture]),
  ...rows(charts, (name, make) => [`charts/${name}.png`, make, samePicture]),
  ...rows(formats, (name, make) => [`formats/${name}`, () => make(small()), samePicture]),
  ...rows(bad, (name, make) => [`bad/${name}`, () => make(tiny()), sameBytes]),
];

const root = join(import.meta.dirname, "..", "fixtures");
const checking = process.argv.includes("--check");
const only = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const wanted = table.filter(({ path }) => only.length === 0 || only.some((part) => path.startsWith(part)));
let stale = 0;
for (const fixture of wanted) stale += await (checking ? check(fixture) : write(fixture));
console.log(`${wanted.length} fixtures ${checking ? `checked, ${stale} differ` : "written"}`);
process.exitCode = stale > 0 ? 1 : 0;

async function write({ path, make }: Fixture): Promise<0> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await make());
  return 0;
}

async function check({ path, make, same }: Fixture): Promise<0 | 1> {
  const committed = await readFile(join(root, path)).catch(() => undefined);
  if (committed && (await same(committed, await make()))) return 0;
  console.error(committed ? `differs: fixtures/${path}` : `missing: fixtures/${path}`);
  return 1;
}

function encodeSmall(painting: Canvas): Promise<Buffer> {
  return pipe(reduce(painting, painting.width / 3, painting.height / 3))
    .webp({ quality: 80 })
    .toBuffer();
}

/** At its full size, in a fifth of the bytes: what the studio opens as a sample. */
function encodeSample(painting: Canvas): Promise<Buffer> {
  return pipe(painting).webp({ quality: 90, effort: 6, smartSubsample: true }).toBuffer();
}

/** Fixtures of one folder from its table of makers. */
function rows<Make>(
  makers: Record<string, Make>,
  row: (name: string, make: Make) => [Fixture["path"], Fixture["make"], Fixture["same"]],
): Fixture[] {
  return Object.entries(makers).map(([name, maker]) => {
    const [path, make, same] = row(name, maker);
    return { path, make, same };
  });
}

/** The same value however often it is asked for: the still life is the source of some thirty files. */
function once<Value>(make: () => Value): () => Value {
  let kept: { value: Value } | undefined;
  return () => {
    kept ??= { value: make() };
    return kept.value;
  };
}
