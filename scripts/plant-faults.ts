/**
 * Plants faults in a copy of the repository, one at a time, and runs the unit tests beside them.
 * Prints which were caught; fails if more than `--missed` were not.
 *
 *     npm run test:faults
 *     npm run test:faults -- --random 40 --seed 7 packages/engine/src/search
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { mutationsOf } from "./faults/mutations.ts";
import { FAULTS, type Fault } from "./faults/planted.ts";
import { copyTree } from "./faults/tree.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    random: { type: "string" },
    seed: { type: "string", default: "1" },
    missed: { type: "string", default: "4" },
  },
});

/** A source with exactly one changed place. */
type Planted = { readonly file: string; readonly source: string; readonly says: string };

const repository = join(import.meta.dirname, "..");

/** A fault of the list, planted. Throws if its text does not occur exactly once. */
const planted = ({ file, find, put }: Fault): Planted => {
  const [before, after, ...more] = readFileSync(join(repository, file), "utf8").split(find);
  if (after === undefined || more.length > 0)
    throw new Error(`${file} should have "${find}" once: mend faults/planted.ts`);
  return { file, source: before + put + after, says: `${find} → ${put}` };
};

/** So many random faults of these files and folders; the same for the same seed. */
const drawn = (paths: readonly string[], count: number, seed: number): readonly Planted[] => {
  const all = paths.flatMap(sourcesIn).flatMap((file) => {
    const source = readFileSync(join(repository, file), "utf8");
    return mutationsOf(source).map(({ from, to, text }) => {
      const line = source.slice(0, from).split("\n").length;
      const says = `line ${line}: ${source.slice(from, to).trim()} → ${text.trim()}`;
      return { file, source: source.slice(0, from) + text + source.slice(to), says };
    });
  });
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let i = all.length - 1; i > 0; i--) {
    const other = Math.floor(next() * (i + 1));
    [all[i], all[other]] = [all[other]!, all[i]!];
  }
  console.log(`${all.length} possible faults in ${paths.join(", ")}`);
  return all.slice(0, count);
};

const sourcesIn = (path: string): readonly string[] => {
  if (statSync(join(repository, path)).isFile()) return [path];
  return readdirSync(join(repository, path))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(path, name));
};

const faults =
  values.random === undefined
    ? FAULTS.filter(({ file }) => positionals.every((path) => file.includes(path))).map(planted)
    : drawn(positionals, Number(values.random), Number(values.seed));

/**
 * Finds the tests of a file: the file beside it and then, if that finds nothing, its folder. The
 * service's folders start processes for minutes, so there only the file beside it is used.
 */
const testsOf = (file: string): readonly string[] => {
  const beside = file.replace(/\.ts$/, "");
  return file.startsWith("apps/") ? [beside] : [beside, `${dirname(file)}/`];
};

const LIMIT_MS = 180_000;
const tree = copyTree(repository);

const passing = new Map<string, Promise<boolean>>();

/** Whether tests pass without a fault. Tests that fail anyway catch nothing. */
const passes = (tests: string): Promise<boolean> => {
  const known = passing.get(tests) ?? tree.test(tests, LIMIT_MS).then((outcome) => outcome === "passed");
  passing.set(tests, known);
  return known;
};

const isCaught = async (tests: readonly string[]): Promise<boolean> => {
  for (const path of tests) if ((await tree.test(path, LIMIT_MS)) !== "passed") return true;
  return false;
};

const missed: Planted[] = [];
try {
  for (const fault of faults) {
    const tests: string[] = [];
    for (const path of testsOf(fault.file)) if (await passes(path)) tests.push(path);
    const path = join(tree.root, fault.file);
    const right = readFileSync(path, "utf8");
    writeFileSync(path, fault.source);
    const caught = await isCaught(tests);
    writeFileSync(path, right);
    if (!caught) missed.push(fault);
    console.log(`${caught ? "caught" : "MISSED"}  ${fault.file}  ${fault.says}`);
  }
} finally {
  tree.remove();
}
for (const [tests, passed] of passing) if (!(await passed)) console.log(`fails without a fault: ${tests}`);
console.log(`${faults.length - missed.length} of ${faults.length} caught`);
for (const { file, says } of missed) console.log(`missed: ${file}  ${says}`);
if (missed.length > Number(values.missed)) process.exitCode = 1;
