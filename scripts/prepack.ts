import { cpSync, existsSync, globSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

/*
 * Runs in a package's folder before npm packs it: removes stale files of older builds (a bundle has none) and copies the built studio into the
 * service's package. `after` removes that copy.
 */
const STUDIO = join(import.meta.dirname, "../apps/studio");

const BUNDLED = "studio";

const isAfter = process.argv[2] === "after";
if (!isAfter) cleanBuild();
if (basename(process.cwd()) === "service") rmSync(BUNDLED, { recursive: true, force: true });
if (basename(process.cwd()) === "service" && !isAfter) bundleStudio();

function cleanBuild(): void {
  if (!existsSync("dist")) fail("There is no dist folder.");
  const built = globSync("dist/**/*.{js,d.ts,map}").filter((file) => !/^dist\/(?:bin|bundle)\//.test(file));
  for (const file of built) if (!hasSource(file)) rmSync(file);
}

/** Whether a built file still has its source. */
function hasSource(file: string): boolean {
  const stem = join("src", file.slice("dist/".length)).replace(/(?:\.d)?\.[jt]s(?:\.map)?$/, "");
  return existsSync(`${stem}.ts`);
}

function bundleStudio(): void {
  if (!existsSync(join(STUDIO, "dist/index.html"))) fail("The studio is not built.");
  // dot files are the bundler's own
  cpSync(join(STUDIO, "dist"), BUNDLED, { recursive: true, filter: (source) => !basename(source).startsWith(".") });
}

function fail(sentence: string): never {
  console.error(`${sentence} Build first: npm run build`);
  process.exit(1);
}
