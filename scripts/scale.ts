import { existsSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { VERSION } from "@lumiglyph/contract";
import { endServices } from "../tests/reliability/service-process.ts";
import { measureCosts, measureHit, measurePeaks } from "../tests/scale/costs.ts";
import { measureLimits } from "../tests/scale/limits.ts";
import { DESIGN, heldOut } from "../tests/scale/plan.ts";
import { measureScript } from "../tests/scale/redis-script.ts";
import { arrangementsFor, measureTurns } from "../tests/scale/turns.ts";
import { measureWaits } from "../tests/scale/waits.ts";
import { MEASURED_FILE, type Measured, readMeasured } from "./scale/measured.ts";

/**
 * Measures what renders cost and how they scale, on a machine at rest: `npm run test:scale`, and `-- costs` for one part. What
 * is measured is kept; `npm run generate` then writes the page and the picture out of it. `--quick` does little of each,
 * and keeps nothing; `--pictures FOLDER` keeps the pictures that it paints, for the next time.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, pictures: { type: "string" } },
});
const { quick, pictures: folder = null } = values;

type Part = (say: (line: string) => void) => Promise<Partial<Measured>>;

const CORES = availableParallelism();

const PARTS: { readonly [name: string]: Part } = {
  costs: async (say) => ({
    costs: quick
      ? await measureCosts(DESIGN.slice(0, 3), { passes: 1, seconds: 0, folder }, say)
      : await measureCosts([...DESIGN, ...heldOut(40)], { passes: 3, seconds: 0.4, folder }, say),
  }),
  memory: async () => ({ peaks: await measurePeaks(quick ? [2] : [2, 10, 20, 40]) }),
  hit: async () => ({ hit: await measureHit(quick ? 0 : 3) }),
  redis: async () => ({ redis: await measureScript(quick ? 1000 : 200_000) }),
  turns: async (say) => ({
    turns: await measureTurns(
      arrangementsFor(CORES),
      quick ? { rounds: 1, seconds: 1, warmUpSeconds: 0.5 } : { rounds: 11, seconds: 3, warmUpSeconds: 8 },
      say,
    ),
  }),
  waits: async (say) => ({
    waits: await measureWaits(
      [0.5, 0.6, 0.7, 0.8],
      CORES,
      quick ? { passes: 1, seconds: 1, warmUpSeconds: 0.5 } : { passes: 3, seconds: 6, warmUpSeconds: 6 },
      say,
    ),
  }),
  limits: async () => ({ limits: await measureLimits([1, 2, 4], 1000) }),
};

const names = positionals.length === 0 ? Object.keys(PARTS) : positionals;
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(" or ")}. There are: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

let measured: Partial<Measured> = { ...(existsSync(MEASURED_FILE) && readMeasured()), machine: machine() };
// whoever breaks it off ends what it has started, too
process.once("SIGINT", () => process.exit(1)).once("SIGTERM", () => process.exit(1));
process.once("exit", endServices);
for (const name of names) {
  const begun = performance.now();
  const found = await PARTS[name]?.((line) => console.log(`  … ${line}`)).finally(endServices);
  measured = { ...measured, ...found };
  if (!quick) writeFileSync(MEASURED_FILE, `${JSON.stringify(measured, null, 2)}\n`);
  console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

const wrong = (measured.limits ?? []).filter(({ allowed, points }) => allowed !== points);
for (const { instances, hits, allowed, points } of wrong)
  console.error(`Of ${hits} hits at once on ${instances} instances ${allowed} were let in instead of ${points}.`);
process.exit(wrong.length === 0 ? 0 : 1);

function machine(): Measured["machine"] {
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: CORES,
    processor: (cpus()[0]?.model ?? "unknown processor")
      .replace(/\(R\)|\(TM\)|\bProcessor\b|\bCPU\b|@.*/g, "")
      .replace(/\s+/g, " ")
      .trim(),
    node: process.versions.node,
    lumiglyph: VERSION,
  };
}
