import { KEY, statusAt } from "../../trace/support/platform-status.ts";
import { startReceiver } from "../../trace/support/trace-receiver.ts";
import { atLeast, figure, milliseconds, none, share } from "../findings.ts";
import type { LoadFigures } from "../load/load.ts";
import { load } from "../load/start-load.ts";
import { percentile } from "../percentile.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { defineTrial } from "../trial.ts";

/** What exporting traces costs, and what a receiver that is gone does. */
export const tracing = defineTrial({
  name: "tracing",
  does: "the same load on three services in turn: one that exports no traces, one whose receiver takes them, one whose receiver is not there",
  quick: { rounds: 1, "seconds a turn": 3 },
  full: { rounds: 20, "seconds a turn": 5 },
  run: async ({ rounds, "seconds a turn": seconds }, say) => {
    const receiver = await startReceiver();
    const exporting = (endpoint: string) => ({ SERVICE_API_KEY: KEY, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const plain = await startServiceProcess();
    const traced = await startServiceProcess(exporting(receiver.url));
    // the port that nothing listens on (RFC 863 has long been forgotten)
    const deserted = await startServiceProcess(exporting("http://127.0.0.1:9"));
    const services = [plain, traced, deserted];
    const { workers } = await plain.load();
    const turn = ({ port }: ServiceProcess) => load({ port, target: "render", pace: { atOnce: workers } }, seconds);
    for (const service of services) await turn(service);
    const turns: LoadFigures[][] = services.map(() => []);
    for (let round = 0; round < rounds; round++) {
      // each of them is first as often as it is last
      for (const at of round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) turns[at]?.push(await turn(services[at]!));
      say(`${round + 1} of ${rounds} rounds`);
    }
    await settled(traced.url);
    const [took, lost] = [await statusAt(traced.url), await statusAt(deserted.url)];
    const spans = receiver.taken();
    const memory = [lost.traceExport.spans.waiting, took.traceExport.spans.waiting];
    for (const service of services) await service.stop();
    await receiver.stop();
    const [off = 0, on = 0, dead = 0] = turns.map((some) => median(some.map(({ accepted }) => accepted.p99)));
    const rates = turns.map(
      (some) => sum(some.map(({ accepted, seconds: passed }) => accepted.count / passed)) / some.length,
    );
    return [
      none("requests that were not drawn while traces were exported", turns[1]?.flatMap(({ faults }) => faults) ?? []),
      none("requests that were not drawn without a receiver", turns[2]?.flatMap(({ faults }) => faults) ?? []),
      atLeast("spans that an independent decoder read", spans.length, rounds * seconds * SPANS_A_SECOND),
      none(
        "spans between what was exported and what was read",
        Math.abs(took.traceExport.spans.exported - spans.length),
      ),
      none(
        "spans that failed or were dropped with the receiver there",
        took.traceExport.spans.failed + took.traceExport.spans.dropped,
      ),
      atLeast(
        "spans that were counted as lost without one",
        lost.traceExport.spans.failed + lost.traceExport.spans.dropped,
        1,
      ),
      none("spans that wait beyond 256", Math.max(0, Math.max(...memory) - 256)),
      figure("99 % in, without tracing, with it, without a receiver", [off, on, dead].map(milliseconds).join(", ")),
      figure("renders a second, in the same order", rates.map((rate) => rate.toFixed(1)).join(", ")),
      share("99 % without tracing, of that with it", ratio(turns[0], turns[1]), 0.95),
      share("99 % without tracing, of that without a receiver", ratio(turns[0], turns[2]), 0.95),
    ];
  },
});

/** Spans that come in a second at the least: sixteen traces would be four hundred. */
const SPANS_A_SECOND = 100;

const settled = async (url: string): Promise<void> => {
  while ((await statusAt(url)).traceExport.spans.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** How one service's 99 % stands to another's, round by round: what a whole round suffers from is then in both. */
const ratio = (one: readonly LoadFigures[] = [], other: readonly LoadFigures[] = []): number =>
  median(one.map(({ accepted }, at) => accepted.p99 / (other[at]?.accepted.p99 ?? Number.NaN)));

const median = (values: readonly number[]): number => percentile(values, 0.5);

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
