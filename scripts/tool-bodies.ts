import { runBodies } from "../tests/mcp/generated-bodies.ts";
import { startProcess } from "../tests/support/http-process.ts";

/** Starts a service and sends generated bodies to its tool endpoint: `npm run tool -- scripts/tool-bodies.ts [count] [seed]`. */
const [count = 5000, seed = 1] = process.argv.slice(2).map(Number);

const service = await startProcess({ SERVICE_PORT: "0", SERVICE_LOG_LEVEL: "error" });
const { faults, statuses, answered, batches, drawn, worstMs } = await runBodies(service.url, { count, seed });
const code = await service.stop();
for (const fault of faults) console.log(fault);
console.log(
  `${answered} of ${count} bodies answered (seed ${seed}): ${JSON.stringify(statuses)}, ${batches} batches, ${drawn} with art, worst ${worstMs.toFixed(0)} ms, ${faults.length} faults.`,
);
process.exitCode = faults.length === 0 && answered === count && code === 0 ? 0 : 1;
