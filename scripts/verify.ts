import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A script of package.json, its arguments, what it checks, and the minutes after which it counts as hung. */
type Step = {
  readonly name: string;
  readonly args?: readonly string[];
  readonly says: string;
  readonly minutes: number;
};

/** Must pass before a change lands, cheapest first. CI runs this. */
const FAST: readonly Step[] = [
  { name: "check", says: "format, lint, types, unused code, the OpenAPI document", minutes: 8 },
  { name: "generate", args: ["--check"], says: "generated files match the tables", minutes: 3 },
  { name: "fixtures", args: ["--check"], says: "derived fixtures match their script", minutes: 5 },
  { name: "test:all", says: "unit, property, golden, wire, architecture and browser tests", minutes: 60 },
  { name: "build", says: "packages and studio compile as published", minutes: 5 },
  { name: "smoke", says: "the built command and library and `npm start` draw, as on any system", minutes: 3 },
  { name: "budget", says: "the studio's download is within its budget", minutes: 2 },
  { name: "pack:check", says: "packages install into an empty project, and their examples run there", minutes: 10 },
];

/** Slow and rarely broken: a nightly workflow runs this. */
const SLOW: readonly Step[] = [
  { name: "test:slow", says: "accessibility in every state, live speeds, long random runs", minutes: 60 },
  { name: "test:faults", says: "unit tests catch planted faults", minutes: 30 },
  {
    name: "test:reliability",
    args: ["--quick"],
    says: "real processes under overload, bombs, slow clients, kills, stops",
    minutes: 30,
  },
  { name: "build", says: "packages and studio compile as published", minutes: 5 },
  {
    name: "pack:check",
    args: ["--runtimes"],
    says: "the package draws the same in Node 22, Bun and Deno",
    minutes: 15,
  },
  { name: "pages", says: "what pages and examples tell their readers to type works, packages included", minutes: 20 },
];

if (process.platform === "win32") {
  console.error(
    "The tests need programs of Debian: run them in the dev container or WSL. On Windows, `npm run smoke` runs.",
  );
  process.exit(2);
}

const steps = process.argv.includes("--slow") ? SLOW : FAST;
const work = mkdtempSync(join(tmpdir(), "lumiglyph-verify-"));
const report = join(work, "tests.json");
let [passed, failed] = [0, 0];
const failures: string[] = [];

for (const step of steps) {
  const started = performance.now();
  console.log(`\n── ${step.name}: ${step.says}`);
  const isTests = step.name === "test:all" || step.name === "test:slow";
  const extra = isTests ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const good = await succeeds(["run", "--silent", step.name, "--", ...(step.args ?? []), ...extra], step.minutes);
  const result = isTests ? testResult(good) : { passed: Number(good), failed: Number(!good), failures: [] };
  passed += result.passed;
  failed += result.failed;
  failures.push(...result.failures);
  console.log(
    `── ${step.name} ${good ? "passed" : "FAILED"} after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

// once more at the end, where a long log is read first
for (const line of failures) console.log(line);
rmSync(work, { recursive: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs npm and returns whether it succeeded; kills it and its children after these minutes. */
async function succeeds(args: readonly string[], minutes: number): Promise<boolean> {
  const child = spawn("npm", args, { stdio: "inherit", detached: true });
  const kill = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
  const timer = setTimeout(() => {
    console.log(`── still running after ${minutes} minutes: killed`);
    kill();
  }, minutes * 60_000);
  const interrupt = () => {
    kill();
    process.exit(130);
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const status = await new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  clearTimeout(timer);
  return status === 0;
}

/** Vitest's report; a run that failed without a failed test, or without a report, counts as one failure. */
function testResult(good: boolean): { passed: number; failed: number; failures: readonly string[] } {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const failures = testResults.flatMap(({ name, assertionResults }: FileResult) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => `\nFAILED ${name}\n  ${fullName}\n  ${failureMessages.join("\n  ")}`),
    );
    return { passed: numPassedTests, failed: good ? numFailedTests : Math.max(1, numFailedTests), failures };
  } catch {
    return { passed: 0, failed: 1, failures: [] };
  }
}

type FileResult = { readonly name: string; readonly assertionResults: readonly TestResult[] };
type TestResult = { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] };
