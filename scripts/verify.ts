import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Everything that has to hold before a change lands, in the order in which a failure is cheapest to find. CI runs this and
 * nothing else. Ends with the count of tests, each other step counting as one.
 */
const STEPS = [
  { name: "check", says: "format, lint, unused code" },
  { name: "types", says: "every package and every test compiles" },
  { name: "generate", args: ["--check"], says: "generated files are what the tables say" },
  { name: "fixtures", args: ["--check"], says: "pictures are what their script paints" },
  { name: "lint:openapi", says: "the interface description is valid" },
  { name: "test", says: "unit, property, golden, specification and architecture tests" },
  {
    name: "test:reliability",
    args: ["--quick"],
    says: "real processes under overload, bombs, slow callers, kills, stops",
  },
  { name: "build", says: "packages compile to what would be published, the studio to static files" },
  { name: "budget", says: "what the studio loads is within its budget" },
  { name: "pack:check", says: "packages install into an empty project, and their examples run there" },
] as const;

const work = mkdtempSync(join(tmpdir(), "lumiglyph-verify-"));
const report = join(work, "tests.json");
let passed = 0;
let failed = 0;

for (const step of STEPS) {
  const started = performance.now();
  console.log(`\n── ${step.name}: ${step.says}`);
  const extra = step.name === "test" ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const args = ["run", "--silent", step.name, "--", ...("args" in step ? step.args : []), ...extra];
  const good = spawnSync("npm", args, { stdio: "inherit" }).status === 0;
  const counts = step.name === "test" ? testCounts(good) : { passed: Number(good), failed: Number(!good) };
  passed += counts.passed;
  failed += counts.failed;
  console.log(
    `── ${step.name} ${good ? "holds" : "FAILED"} after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

for (const line of failures()) console.log(line);
rmSync(work, { recursive: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** What Vitest reported; a run that failed without a failed test, or reported nothing, counts as one failure. */
function testCounts(good: boolean): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: good ? numFailedTests : Math.max(1, numFailedTests) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** What failed, once more at the end, where a long log is read first. */
function failures(): string[] {
  if (failed === 0) return [];
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as { testResults: readonly FileResult[] };
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => `\nFAILED ${name}\n  ${fullName}\n  ${failureMessages.join("\n  ")}`),
    );
  } catch {
    return [];
  }
}

/** As much of Vitest's report as is read. */
type FileResult = {
  readonly name: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
};
