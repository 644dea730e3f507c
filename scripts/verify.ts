import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A script of package.json, with its arguments, why it is run, and after how many minutes it counts as hung. */
type Step = {
  readonly name: string;
  readonly args?: readonly string[];
  readonly says: string;
  readonly minutes: number;
};

/** What has to hold before a change lands, the cheapest failures first. This is what CI runs. */
const FAST: readonly Step[] = [
  { name: "check", says: "format, lint, types, unused code, the OpenAPI document", minutes: 8 },
  { name: "generate", args: ["--check"], says: "generated files match the tables", minutes: 3 },
  { name: "fixtures", args: ["--check"], says: "derived fixtures match their script", minutes: 5 },
  { name: "test", says: "unit, property, golden, wire, architecture and browser tests", minutes: 40 },
  { name: "build", says: "packages and studio compile to what would be published", minutes: 5 },
  { name: "budget", says: "what the studio loads is within its budget", minutes: 2 },
  { name: "pack:check", says: "packages install into an empty project, and their examples run there", minutes: 10 },
];

/** What takes long and rarely breaks: a nightly workflow runs it. */
const SLOW: readonly Step[] = [
  { name: "test:slow", says: "accessibility in every state, live speeds, long random runs", minutes: 60 },
  {
    name: "test:reliability",
    args: ["--quick"],
    says: "real processes under overload, bombs, slow callers, kills, stops",
    minutes: 30,
  },
];

const steps = process.argv.includes("--slow") ? SLOW : FAST;
const work = mkdtempSync(join(tmpdir(), "lumiglyph-verify-"));
const report = join(work, "tests.json");
let passed = 0;
let failed = 0;

for (const step of steps) {
  const started = performance.now();
  console.log(`\n── ${step.name}: ${step.says}`);
  const isTests = step.name === "test" || step.name === "test:slow";
  const extra = isTests ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const good = await succeeds(["run", "--silent", step.name, "--", ...(step.args ?? []), ...extra], step.minutes);
  const counts = isTests ? testCounts(good) : { passed: Number(good), failed: Number(!good) };
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

/** Runs npm and says whether it ended well; kills it, with all that it started, when its minutes are over. */
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
