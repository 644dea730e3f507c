import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/*
 * Runs in a package's folder before npm packs it: takes away what an older build has left, and puts the built studio into the
 * service, as the package by whose name the service finds it.
 */
const STUDIO = join(import.meta.dirname, "../apps/studio");

if (!existsSync("dist")) fail("There is no dist here.");
for (const file of globSync("dist/**/*.{js,d.ts,map}")) if (!hasSource(file)) rmSync(file);
if (basename(process.cwd()) === "service") bundleStudio("dist/node_modules/@lumiglyph/studio");

/** Whether a module of `src` makes this file. */
function hasSource(file: string): boolean {
  if (file.startsWith(join("dist", "node_modules"))) return true;
  const stem = join("src", file.slice("dist/".length)).replace(/(?:\.d)?\.[jt]s(?:\.map)?$/, "");
  return existsSync(`${stem}.ts`);
}

function bundleStudio(target: string): void {
  if (!existsSync(join(STUDIO, "dist/index.html"))) fail("The studio is not built.");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  // what begins with a dot is the bundler's own record
  const filter = (source: string) => !basename(source).startsWith(".");
  cpSync(join(STUDIO, "dist"), join(target, "dist"), { recursive: true, filter });
  const { name, version, description, license } = JSON.parse(readFileSync(join(STUDIO, "package.json"), "utf8"));
  writeFileSync(join(target, "package.json"), `${JSON.stringify({ name, version, description, license }, null, 2)}\n`);
}

function fail(sentence: string): never {
  console.error(`${sentence} Build first: npm run build`);
  process.exit(1);
}
