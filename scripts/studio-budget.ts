import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** What the studio may load before there is art, in kB of 1,000 bytes, gzipped; of what it fetches on demand, each part. */
const LIMITS = { scripts: 60, styles: 10, atlas: 20, part: 65 } as const;

const folder = process.argv[2] ?? join(import.meta.dirname, "../apps/studio/dist");
if (!existsSync(join(folder, "index.html"))) {
  console.error(`There is no studio in ${folder}. Build it first: npm run build`);
  process.exit(1);
}

const page = read("index.html");
const scripts = withImports(namesIn(page, /(?:src|href)="\.\/(assets\/[^"]+\.js)"/g));
const styles = namesIn(page, /href="\.\/(assets\/[^"]+\.css)"/g);
const emitted = readdirSync(join(folder, "assets")).map((name) => `assets/${name}`);
const atlas = emitted.filter((name) => name.endsWith(".bin"));
const onDemand = emitted.filter((name) => name.endsWith(".js") && !scripts.includes(name));

const overdrawn = [
  tell("scripts", scripts, LIMITS.scripts),
  tell("styles", styles, LIMITS.styles),
  tell("atlas", atlas, LIMITS.atlas),
  tell("on demand", onDemand, null),
  tell("largest part on demand", [largestOf(onDemand)], LIMITS.part),
].includes(true);
process.exitCode = overdrawn ? 1 : 0;

/** Prints what a part of the studio weighs. True where it is more than it may be, or where there is nothing to weigh. */
function tell(part: string, names: readonly string[], limit: number | null): boolean {
  const sizes = names.map((name) => ({ name, size: packedSize(name) }));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const over = limit !== null && (total > limit * 1000 || names.length === 0);
  const verdict = limit === null ? "" : ` of ${limit}${over ? ", OVER" : ""}`;
  console.log(`${kilobytes(total)} kB  ${part}${verdict}`);
  for (const { name, size } of sizes.toSorted((a, b) => b.size - a.size)) console.log(`   ${kilobytes(size)}  ${name}`);
  return over;
}

function largestOf(names: readonly string[]): string {
  return names.toSorted((one, other) => packedSize(other) - packedSize(one))[0]!;
}

function packedSize(name: string): number {
  return gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
}

/** These, what they import at once, the Workers they start, and so on. */
function withImports(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  for (const name of all) {
    const text = read(name);
    const imported = namesIn(text, /\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
    const workers = namesIn(text, /new URL\(\s*["'`](?:\.\/)?([^"'`/]+\.js)["'`]\s*,/g);
    for (const next of [...imported, ...workers]) all.add(`assets/${next}`);
  }
  return [...all];
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!);
}

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(5);
}
