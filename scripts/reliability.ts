import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Finding, none } from "../tests/reliability/findings.ts";
import { watchOthers } from "../tests/reliability/machine-share.ts";
import {
  mergeResults,
  RELIABILITY_FILE,
  readReliability,
  type TrialResult,
} from "../tests/reliability/reliability-page.ts";
import { endServices } from "../tests/reliability/service-process.ts";
import type { Form, Trial } from "../tests/reliability/trial.ts";
import { addresses } from "../tests/reliability/trials/addresses.ts";
import { bombs } from "../tests/reliability/trials/bombs.ts";
import { clientLimits } from "../tests/reliability/trials/client-limits.ts";
import { generatedRequests, malformedMessages, mutatedImages } from "../tests/reliability/trials/fuzz.ts";
import { mixedLoad } from "../tests/reliability/trials/mixed-load.ts";
import { overload } from "../tests/reliability/trials/overload.ts";
import { privateAddresses } from "../tests/reliability/trials/private-addresses.ts";
import { redisLoss } from "../tests/reliability/trials/redis-loss.ts";
import { rollingRestart } from "../tests/reliability/trials/rolling-restart.ts";
import { sameBytes } from "../tests/reliability/trials/same-bytes.ts";
import { slowClients } from "../tests/reliability/trials/slow-clients.ts";
import { soak } from "../tests/reliability/trials/soak.ts";
import { stops } from "../tests/reliability/trials/stops.ts";
import { throughput } from "../tests/reliability/trials/throughput.ts";
import { tracing } from "../tests/reliability/trials/tracing.ts";
import { workerKills } from "../tests/reliability/trials/worker-kills.ts";
import { workerStalls } from "../tests/reliability/trials/worker-stalls.ts";
import { writeDocs } from "./docs/pages.ts";
import { needLinux } from "./linux-only.ts";

needLinux("npm run test:reliability");

/**
 * All trials, in the order they run. `--quick` runs a small form of each and judges only what a busy machine cannot change;
 * names select trials. The results of a full run are committed as JSON, and the pages are generated from it.
 */
const TRIALS: readonly Trial[] = [
  privateAddresses,
  bombs,
  mutatedImages,
  generatedRequests,
  malformedMessages,
  overload,
  addresses,
  slowClients,
  workerKills,
  workerStalls,
  stops,
  rollingRestart,
  redisLoss,
  clientLimits,
  sameBytes,
  throughput,
  tracing,
  mixedLoad,
  soak,
];

/** Run only by name: these take as long as all others together. */
const LONG: readonly Trial[] = [mixedLoad, soak];

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});
const form: Form = values.quick ? "quick" : "full";
const unknown = names.filter((name) => TRIALS.every((trial) => trial.name !== name));
if (unknown.length > 0) {
  console.error(`No trial is called ${unknown.join(" or ")}. There are: ${TRIALS.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const results: TrialResult[] = [];
for (const trial of TRIALS.filter(isSelected)) {
  const size = trial.size[form];
  if (size === null) continue;
  console.log(`\n${trial.name}: ${trial.does} (${size})`);
  const result = await resultOf(trial);
  for (const finding of result.findings) console.log(lineFor(finding));
  const taken = `other work kept ${result.others.toFixed(1)} cores busy, the host took ${result.stolen.toFixed(1)}`;
  console.log(`  ${result.seconds.toFixed(1)} s; ${taken}`);
  results.push(result);
  if (form === "full") record(result);
}

const bounds = results.flatMap(({ findings }) => findings.filter(isJudged));
const missed = bounds.filter(({ held }) => !held);
console.log(`\n${bounds.length} bounds, ${missed.length} missed`);
// an aborted trial may have left a load generator, which ends with this process
process.exit(missed.length === 0 ? 0 : 1);

/** After each trial: a run may be cut off. */
function record(result: TrialResult): void {
  const all = TRIALS.map(({ name }) => name);
  const report = mergeResults(readReliability().trials, [result], all);
  writeFileSync(RELIABILITY_FILE, `${JSON.stringify(report, null, 2)}\n`);
  writeDocs();
}

function isSelected(trial: Trial): boolean {
  return names.length === 0 ? !LONG.includes(trial) : names.includes(trial.name);
}

/** An error in the trial itself counts as a missed bound. */
async function resultOf(trial: Trial): Promise<TrialResult> {
  const begun = performance.now();
  const othersSince = watchOthers();
  const findings = await trial
    .run(form, (line) => console.log(`  … ${line}`))
    .catch((error): readonly Finding[] => [none("faults of the trial itself", [String(error)])])
    .finally(endServices);
  return { trial, findings, seconds: (performance.now() - begun) / 1000, ...othersSince() };
}

/** The quick form reports times but does not judge them: other load on the machine must not fail it. */
function isJudged({ bound, timed }: Finding): boolean {
  return bound !== null && (form === "full" || !timed);
}

function lineFor(finding: Finding): string {
  const { what, bound, measured, held } = finding;
  const verdict = isJudged(finding) ? (held ? "held  " : "MISSED") : "      ";
  return `  ${verdict} ${what}: ${measured}${bound === null ? "" : ` (${bound})`}`;
}
