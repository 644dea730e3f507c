import { setTimeout } from "node:timers/promises";
import { mean } from "../../../bench/statistics.ts";
import { type Finding, figure, milliseconds, none, share, within } from "../findings.ts";
import { createKeptConnections } from "../load/kept-connections.ts";
import type { LoadFigures, LoadOrder } from "../load/load.ts";
import { addressRequests, type NextRequest, renderRequests } from "../load/reference-requests.ts";
import { load, startLoad } from "../load/start-load.ts";
import { percentile } from "../percentile.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { defineTrial, type Say } from "../trial.ts";

/** Multiples of capacity, and the share of capacity that must remain at that load. */
const LOADS = [
  { times: 2, least: 0.9 },
  { times: 10, least: 0.8 },
] as const;

/** More requests than can be rendered, from independent clients. */
export const overload = defineTrial({
  name: "overload",
  does: "open-loop load at 2 × and 10 × capacity, in turns with a load that it can draw; latencies count from the intended time of sending",
  quick: { "seconds at each load": 6, "seconds for capacity": 1 },
  full: { "seconds at each load": 60, "seconds for capacity": 8 },
  run: async (size, say) => {
    const service = await startServiceProcess();
    const findings = await overloadFindings(service, {}, size, say);
    const { code } = await service.stop();
    return [...findings, none("exit code", code ?? 1)];
  },
});

type Size = { readonly "seconds at each load": number; readonly "seconds for capacity": number };

/** The bounds of a service under more load than it can draw: of uploads, or of an image at a URL. */
export const overloadFindings = async (
  service: ServiceProcess,
  what: Pick<LoadOrder, "imageUrl">,
  { "seconds at each load": seconds, "seconds for capacity": probe }: Size,
  say: Say,
): Promise<readonly Finding[]> => {
  const { port } = service;
  const order = { port, target: "render", ...what } as const;
  const { workers, capacity: places } = await service.load();
  const capacity = async () => rateOf(await load({ ...order, pace: { atOnce: workers * 2 } }, probe));
  await capacity();
  const unloaded = await load({ ...order, pace: { atOnce: 1 } }, probe);
  let before = await capacity();
  const findings = [
    figure("one render after another", `${milliseconds(unloaded.accepted.p50)} median`),
    figure("capacity", `${before.toFixed(1)} renders a second`),
    figure(
      `all ${places} places taken, at that rate`,
      `${milliseconds((places * 1000) / before)} of waiting and rendering`,
    ),
  ];
  for (const { times, least } of LOADS) {
    const turns: Turn[] = [];
    const capacities = [before];
    // in turns with what is drawn without overload: the machine may be slower for some seconds
    for (let turn = 0; turn < TURNS; turn++) {
      turns.push(await overloaded(order, before * times, seconds / TURNS, unloaded.accepted.p50));
      before = await capacity();
      capacities.push(before);
    }
    const name = `at ${times} ×`;
    const [drawn, health] = [turns.map((turn) => turn.drawn), turns.map((turn) => turn.health)];
    const usual = mean(capacities.slice(1).map((after, at) => (after + capacities[at]!) / 2));
    findings.push(
      none(
        `${name}: answers other than 200, or 503 with Retry-After`,
        drawn.flatMap(({ faults }) => faults),
      ),
      share(`${name}: renders, of what is drawn without overload`, mean(drawn.map(rateOf)) / usual, least),
      // ten places for two workers make at most five renders of waiting
      within(`${name}: accepted renders, 99 % in`, p99Of(drawn), 6 * unloaded.accepted.p50 + 50),
      none(
        `${name}: health probes without an answer of 200`,
        health.reduce((sum, { sent, accepted }) => sum + sent - accepted.count, 0),
      ),
      within(`${name}: health, 99 % in`, p99Of(health), 30),
      within(`${name}: back to normal after`, Math.max(...turns.map(({ recovery }) => recovery)), 5000),
    );
    say(
      `${name}: ${drawn.map((one) => rateOf(one).toFixed(1))} of ${capacities.map((rate) => rate.toFixed(1))} a second`,
    );
  }
  return findings;
};

/** Turns in which each load is applied. */
const TURNS = 3;

type Turn = Awaited<ReturnType<typeof overloaded>>;

const rateOf = ({ accepted, seconds }: LoadFigures): number => accepted.count / seconds;

const p99Of = (loads: readonly LoadFigures[]): number =>
  percentile(
    loads.flatMap(({ accepted }) => accepted.each),
    0.99,
  );

const overloaded = async (order: Omit<LoadOrder, "pace">, perSecond: number, seconds: number, usual: number) => {
  const { port, imageUrl } = order;
  const probes = startLoad({ port, target: "health", pace: { perSecond: 20 } });
  const renders = startLoad({ ...order, pace: { perSecond } });
  await setTimeout(seconds * 1000);
  const stopping = Promise.all([renders.stop(), probes.stop()]);
  const recovery = await millisecondsToNormal(
    port,
    imageUrl === undefined ? renderRequests() : addressRequests(imageUrl),
    usual,
  );
  const [drawn, health] = await stopping;
  return { drawn, health, recovery };
};

/** Milliseconds until ten consecutive renders take little more than their usual time. */
const millisecondsToNormal = async (port: number, next: NextRequest, usual: number): Promise<number> => {
  const begun = performance.now();
  const connections = createKeptConnections(port);
  const last: number[] = [];
  while (performance.now() - begun < 15_000) {
    const sent = performance.now();
    const { status } = await connections.ask(next());
    last.push(status === 200 ? performance.now() - sent : Number.POSITIVE_INFINITY);
    if (last.length >= 10 && percentile(last.slice(-10), 0.5) < usual * 1.5) break;
    // a refused one must not add to the load
    if (status !== 200) await setTimeout(20);
  }
  connections.close();
  return performance.now() - begun;
};
