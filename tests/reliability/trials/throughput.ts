import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { MEMORY_FLAGS } from "../../../apps/service/src/render/pool/command.ts";
import { median } from "../../../bench/statistics.ts";
import { startReceiver } from "../../trace/support/trace-receiver.ts";
import { figure, milliseconds, percent, whole } from "../findings.ts";
import { load } from "../load/start-load.ts";
import { poolOverhead } from "../pool-overhead.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { defineTrial, type Say } from "../trial.ts";

const BARE = fileURLToPath(new URL("../load/bare-renders.ts", import.meta.url));

/** The cost of HTTP, the queue and separate processes beside the render itself, and the effect of tracing and caching. */
export const throughput = defineTrial({
  name: "throughput",
  does: "whole renders over HTTP, and in turn with them bare decoding and drawing in as many processes as workers: with the workers' own flags for memory, and with none. Of the services one exports traces, and one keeps outputs in memory: it is asked for ever new ones, and for one that it has",
  // figures only: a busy machine affects all of them
  quick: null,
  full: { rounds: 6, "seconds a turn": 4, "renders of the pool alone": 500 },
  run: async ({ rounds, "seconds a turn": seconds, "renders of the pool alone": count }, say) => {
    const receiver = await startReceiver();
    const service = await startServiceProcess();
    const traced = await startServiceProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const keeping = await startServiceProcess({ SERVICE_CACHE: "memory" });
    const { workers } = await service.load();
    const tuned = startBare(workers, MEMORY_FLAGS);
    const plain = startBare(workers, []);
    const served = async ({ port }: ServiceProcess, target: "render" | "kept" = "render") => {
      const order = { port, target, pace: { atOnce: workers * 2 } };
      const { accepted, seconds: passed } = await load(order, seconds);
      return accepted.count / passed;
    };
    const rates = await inTurn(rounds, say, {
      plain: () => bareRate(plain, seconds),
      tuned: () => bareRate(tuned, seconds),
      served: () => served(service),
      traced: () => served(traced),
      missing: () => served(keeping),
      kept: () => served(keeping, "kept"),
    });
    for (const child of [...tuned, ...plain]) child.disconnect();
    for (const one of [service, traced, keeping]) await one.stop();
    await receiver.stop();
    const { wall, besides } = await poolOverhead(count);
    const ofBare = (rate: number) => `${rate.toFixed(1)}, ${percent(rate / rates.tuned)}`;
    return [
      figure("bare renders a second, before and after tuning", `${rates.plain.toFixed(1)}, ${rates.tuned.toFixed(1)}`),
      figure("renders a second over HTTP, the caller's own work included; of the bare engine's", ofBare(rates.served)),
      figure("with traces exported", ofBare(rates.traced)),
      figure("with outputs kept, none of which is asked for again", ofBare(rates.missing)),
      figure("with outputs kept, of one that is there", whole(rates.kept)),
      figure("between handing a job to a worker and having its result", `${milliseconds(wall)} on average`),
      figure("of that, besides the worker's own time", `${milliseconds(besides)}, ${percent(besides / wall)}`),
    ];
  },
});

/** Runs in turns for this many rounds, after a warm-up round; returns the median rate of each. */
const inTurn = async <Name extends string>(
  rounds: number,
  say: Say,
  turns: { readonly [Each in Name]: () => Promise<number> },
): Promise<{ readonly [Each in Name]: number }> => {
  const names = Object.keys(turns) as Name[];
  for (const name of names) await turns[name]();
  const rates = new Map<Name, number[]>(names.map((name) => [name, []]));
  const medians = () => names.map((name) => [name, median(rates.get(name)!)] as const);
  for (let round = 1; round <= rounds; round++) {
    // each runs first as often as last
    for (const name of round % 2 === 0 ? names : names.toReversed()) rates.get(name)?.push(await turns[name]());
    say(
      `${round} of ${rounds} rounds: ${medians()
        .map(([name, rate]) => `${name} ${rate.toFixed(1)}`)
        .join(", ")}`,
    );
  }
  return Object.fromEntries(medians()) as { readonly [Each in Name]: number };
};

const startBare = (count: number, flags: readonly string[]): readonly ChildProcess[] =>
  Array.from({ length: count }, () => fork(BARE, { execArgv: ["--conditions=@lumiglyph/source", ...flags] }));

/** Renders a second of all processes together. */
const bareRate = async (children: readonly ChildProcess[], seconds: number): Promise<number> => {
  const counts = children.map(async (child) => {
    child.send(seconds * 1000);
    const [count] = await once(child, "message");
    return count as number;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0) / seconds;
};
