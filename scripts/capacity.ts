import { UsageError } from "../packages/cli/src/streams.ts";
import { createCalculator } from "./scale/capacity.ts";
import { fitCosts } from "./scale/cost-model.ts";
import { USAGE } from "./scale/load-flags.ts";
import { readMeasured } from "./scale/measured.ts";
import { readLoad } from "./scale/read-load.ts";
import { tellCapacity } from "./scale/tell-capacity.ts";

/** Cores, memory and instances for a load: `npm run -s capacity -- --rate 100 --megapixels 2`. */
try {
  const load = readLoad(process.argv.slice(2));
  console.log(load === null ? USAGE : report(load));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function report(load: NonNullable<ReturnType<typeof readLoad>>): string {
  const measured = readMeasured();
  const { cores, processor } = measured.machine;
  const { error } = fitCosts(measured.costs);
  return tellCapacity(load, createCalculator(measured)(load), error, `${cores} virtual cores of an ${processor}`);
}
