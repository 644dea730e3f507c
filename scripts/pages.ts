import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./pack/published.ts";
import { createReader, type Result } from "./pages/reader.ts";
import { TABLES } from "./pages/tables.ts";

/*
 * Types every block of the README, the tutorials, the how-to pages and the examples as a reader would: into a fresh clone or
 * an empty folder, with nothing prepared and on the ports that the pages name. `--quick` leaves out what needs the packages
 * to be built; further words are pages to read instead of all. A block fails if a command fails, a `console` block shows
 * another output, or code has no file to be saved in.
 */
const PAGES = ["README.md", "docs/tutorials/*.md", "docs/how-to/*.md", "examples/**/README.md"];

if (process.platform === "win32") {
  console.error("This script types into bash: run it in WSL. On Windows, `npm run smoke` says whether Lumiglyph runs.");
  process.exit(2);
}

const words = process.argv.slice(2).filter((word) => word !== "--quick");
const paths = words.length > 0 ? words : PAGES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).toSorted());
const results: Result[] = [];
const report = (result: Result): void => {
  results.push(result);
  const { verdict, at, what, why, seconds } = result;
  console.log(`${verdict.padEnd(5)} ${at}  ${what}  ${seconds.toFixed(1)} s`);
  if (verdict === "FAIL") console.log(`      ${why.replaceAll("\n", "\n      ")}`);
};

const reader = createReader(TABLES, process.argv.includes("--quick"));
process.once("exit", reader.leave);
for (const path of paths) await reader.read({ path, text: readFileSync(join(ROOT, path), "utf8") }, report);

const elsewhere = results.filter(({ verdict }) => verdict === "cannot run here");
const failed = results.filter(({ verdict }) => verdict === "FAIL");
console.log("\nNo registry has the packages yet: `npm install` gets the files of `npm pack`, as the README says.");
console.log(`Cannot run here: ${elsewhere.length}`);
for (const { at, what, why } of elsewhere) console.log(`  ${at}  ${what}: ${why}`);
console.log(`\n${results.length - elsewhere.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1;
