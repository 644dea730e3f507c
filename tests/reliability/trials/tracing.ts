import { median } from "../../../bench/statistics.ts";
import { KEY, statusAt } from "../../trace/support/platform-status.ts";
import { startReceiver } from "../../trace/support/trace-receiver.ts";
import { atLeast, figure, milliseconds, none, share } from "../findings.ts";
import type { LoadFigures } from "../load/load.ts";
import { load, rateOf } from "../load/start-load.ts";
import { processSeconds } from "../machine-share.ts";
import { percentile } from "../percentile.ts";
import { startServiceProcess } from "../service-process.ts";
import { defineTrial } from "../trial.ts";

/** The cost of exporting traces, and the effect of a dead receiver. */
export const tracing = defineTrial({
  name: "tracing",
  does: "half of what it could draw, on four services in turn: two that export no traces, because equal services differ too on a shared machine, one whose receiver takes them, one whose receiver is not there",
  quick: { rounds: 1, "seconds a turn": 3 },
  full: { rounds: 24, "seconds a turn": 5 },
  run: async ({ rounds, "seconds a turn": seconds }, say) => {
    const receiver = await startReceiver();
    const exporting = (endpoint: string) => ({ SERVICE_API_KEY: KEY, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const plain = await startServiceProcess();
    const traced = await startServiceProcess(exporting(receiver.url));
    // the discard port, on which nothing listens (RFC 863)
    const deserted = await startServiceProcess(exporting("http://127.0.0.1:9"));
    const services = [plain, traced, deserted, await startServiceProcess()];
    const { workers } = await plain.load();
    const most: number[] = [];
    for (const { port } of services)
      most.push(rateOf(await load({ port, target: "render", pace: { atOnce: workers } }, seconds)));
    // at full load a millisecond more of work delays all later renders, and the 99th percentile reflects the machine
    const pace = { perSecond: Math.min(...most) / 2 };
    const turns: Turn[][] = services.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < services.length; turn++) {
        // each runs first as often as last
        const at = (round + turn) % services.length;
        const { port, pid } = services[at]!;
        const before = processSeconds(pid).own;
        const figures = await load({ port, target: "render", pace }, seconds);
        turns[at]?.push({ ...figures, work: processSeconds(pid).own - before });
      }
      say(`${round + 1} of ${rounds} rounds`);
    }
    await settled(traced.url);
    const [alive, lost] = [await statusAt(traced.url), await statusAt(deserted.url)];
    const spans = receiver.taken();
    const memory = [lost.traceExport.spans.waiting, alive.traceExport.spans.waiting];
    for (const service of services) await service.stop();
    await receiver.stop();
    const each = (some: readonly Turn[]) => some.flatMap(({ accepted }) => accepted.each);
    // a shared machine stops for a second now and then: that alone would be the slowest 1 % of a
    // service's renders
    const p99Of = (some: readonly Turn[]) => median(some.map(({ accepted }) => accepted.p99));
    const p99s = turns.map(p99Of);
    const [, on = 0, dead = 0] = p99s;
    const off = p99Of([...turns[0]!, ...turns[3]!]);
    const work = turns.map((some) => (1000 * sum(some.map((turn) => turn.work))) / each(some).length);
    return [
      none("requests that were not drawn while traces were exported", turns[1]?.flatMap(({ faults }) => faults) ?? []),
      none("requests that were not drawn without a receiver", turns[2]?.flatMap(({ faults }) => faults) ?? []),
      atLeast("spans that an independent decoder read", spans.length, rounds * seconds * SPANS_A_SECOND),
      none(
        "spans between what was exported and what was read",
        Math.abs(alive.traceExport.spans.exported - spans.length),
      ),
      none(
        "spans that failed or were dropped with the receiver there",
        alive.traceExport.spans.failed + alive.traceExport.spans.dropped,
      ),
      atLeast(
        "spans that were counted as lost without one",
        lost.traceExport.spans.failed + lost.traceExport.spans.dropped,
        1,
      ),
      none("spans that wait beyond 256", Math.max(0, Math.max(...memory) - 256)),
      figure(`99 % in, median of the turns: ${IN_ORDER}`, p99s.map(milliseconds).join(", ")),
      figure("half in, in this order", turns.map((some) => milliseconds(percentile(each(some), 0.5))).join(", ")),
      figure("work of the service beside its workers, of a render, in this order", work.map(milliseconds).join(", ")),
      figure("renders a second, asked for at even distances", pace.perSecond.toFixed(1)),
      share("99 % without tracing, both services together, of that with it", off / on, 0.95),
      share("99 % without tracing, both services together, of that without a receiver", off / dead, 0.95),
    ];
  },
});

const IN_ORDER = "without tracing, with it, without a receiver, without tracing again";

/** The result of a turn, and the CPU seconds of the service itself. */
type Turn = LoadFigures & { readonly work: number };

/** Minimum spans per second, on the slowest machine: sixteen traces would be four hundred. */
const SPANS_A_SECOND = 25;

const settled = async (url: string): Promise<void> => {
  while ((await statusAt(url)).traceExport.spans.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 50));
};

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
