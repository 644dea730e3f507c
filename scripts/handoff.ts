import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PageScript } from "../tests/handoff/support/script-page.ts";
import { startTwoOrigins, type TwoOrigins } from "../tests/handoff/support/two-origins.ts";
import { quantile, streamFast, streamSlowly } from "../tests/handoff/trials.ts";
import { buildStudio } from "../tests/studio/support/build-studio.ts";

/**
 * Runs the handoff at full speed between two origins, half a minute each, on an idle machine, and checks it against its bounds.
 * `npm run test:all` does the same for a few seconds and checks only the counts.
 */
const SECONDS = 30;

type Finding = { readonly what: string; readonly measured: number; readonly bound: string; readonly held: boolean };

const folder = mkdtempSync(join(tmpdir(), "lumiglyph-receiver-"));
await buildStudio(folder, "receiver");
const findings = [...(await fast()), ...(await slow())];
rmSync(folder, { recursive: true });

for (const { what, measured, bound, held } of findings)
  console.log(`${held ? "held  " : "MISSED"} ${what}: ${measured.toLocaleString("en-US")} (${bound})`);
process.exitCode = findings.every(({ held }) => held) ? 0 : 1;

async function fast(): Promise<readonly Finding[]> {
  const { figures, shown } = await on({ folder }, (origins) => streamFast(origins, SECONDS));
  return [
    exactly("frames offered at 60 a second", figures.offered, 60 * SECONDS),
    exactly("frames shown", shown.frames, 60 * SECONDS),
    exactly("frames overwritten", figures.overwritten, 0),
    exactly("frames lost in transit", shown.lost, 0),
    below("latency to a fast receiver, median, ms", shown.median, 3),
    below("latency to a fast receiver, p95, ms", shown.late, 8),
  ];
}

async function slow(): Promise<readonly Finding[]> {
  const { figures, latencies, memory } = await on({ script: "slow-receiver" }, (origins) =>
    streamSlowly(origins, SECONDS),
  );
  return [
    exactly("frames sent or overwritten, at 50 ms a frame", figures.sent + figures.overwritten, 60 * SECONDS),
    below("frames sent", figures.sent, 20 * SECONDS + 10),
    below("latency to it, p95, ms", quantile(latencies, 0.95), 80),
    below("growth of both pages' memory, kB", (memory[1] - memory[0]) / 1000, 500),
  ];
}

async function on<Result>(
  receiver: { readonly folder: string } | { readonly script: PageScript },
  run: (origins: TwoOrigins) => Promise<Result>,
): Promise<Result> {
  const origins = await startTwoOrigins({ studio: { script: "producer" }, receiver });
  return run(origins).finally(origins.stop);
}

function exactly(what: string, measured: number, expected: number): Finding {
  return { what, measured, bound: `exactly ${expected.toLocaleString("en-US")}`, held: measured === expected };
}

function below(what: string, measured: number, limit: number): Finding {
  return { what, measured, bound: `below ${limit}`, held: measured < limit };
}
