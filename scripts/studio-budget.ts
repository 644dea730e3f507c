import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Limits for the first load and for each on-demand chunk, in kB of 1,000 bytes, gzipped. WebAssembly is a script too. */
const LIMITS = { scripts: 68, styles: 10, atlas: 20, part: 65 } as const;

const folder = process.argv[2] ?? join(import.meta.dirname, "../apps/studio/dist");
if (!existsSync(join(folder, "index.html"))) {
  console.error(`No studio in ${folder}. Run npm run build first.`);
  process.exit(1);
}

const page = read("index.html");
const styles = namesIn(page, /href="\.\/(assets\/[^"]+\.css)"/g);
const emitted = readdirSync(join(folder, "assets")).map((name) => `assets/${name}`);
const kernels = emitted.filter((name) => name.endsWith(".wasm"));
const scripts = [...withImports(namesIn(page, /(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)), ...kernels];
const atlas = emitted.filter((name) => name.endsWith(".bin"));
const onDemand = emitted.filter((name) => name.endsWith(".js") && !scripts.includes(name));

const isOver = [
  report("scripts", scripts, LIMITS.scripts),
  report("styles", styles, LIMITS.styles),
  report("atlas", atlas, LIMITS.atlas),
  report("on demand", onDemand, null),
  report("largest part on demand", [largestOf(onDemand)], LIMITS.part),
].includes(true);
process.exitCode = isOver ? 1 : 0;

/** Prints a part's size. Returns true if it exceeds its limit or the part is missing. */
function report(part: string, names: readonly string[], limit: number | null): boolean {
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

/** The given files, their static imports and their Workers, recursively. */
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
