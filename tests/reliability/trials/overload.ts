import { setTimeout } from "node:timers/promises";
import { median } from "../../../bench/statistics.ts";
import { type Finding, figure, milliseconds, none, percent, share, within } from "../findings.ts";
import { createKeptConnections } from "../load/kept-connections.ts";
import type { LoadFigures, LoadOrder } from "../load/load.ts";
import { addressRequests, type NextRequest, renderRequests } from "../load/reference-requests.ts";
import { load, rateOf, startLoad } from "../load/start-load.ts";
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
  does: "open-loop load at 2 × and 10 × capacity, in turns with what it draws without overload, at capacity and one after another; latencies count from the intended time of sending",
  quick: { turns: 2, "seconds at each load": 3, "seconds without overload": 1 },
  full: { turns: 5, "seconds at each load": 12, "seconds without overload": 5 },
  run: async (size, say) => {
    const service = await startServiceProcess();
    const findings = await overloadFindings(service, {}, size, say);
    const { code } = await service.stop();
    return [...findings, none("exit code", code ?? 1)];
  },
});

type Size = {
  readonly turns: number;
  readonly "seconds at each load": number;
  /** For each measurement of the capacity and of lone renders. */
  readonly "seconds without overload": number;
};

/**
 * The bounds of a service under more load than it can render: of uploads, or of an image at a URL.
 */
export const overloadFindings = async (
  service: ServiceProcess,
  what: Pick<LoadOrder, "imageUrl">,
  { turns, "seconds at each load": seconds, "seconds without overload": probe }: Size,
  say: Say,
): Promise<readonly Finding[]> => {
  const { port } = service;
  const order = { port, target: "render", ...what } as const;
  const { workers, capacity: places } = await service.load();
  const usual = async (): Promise<Usual> => ({
    lone: (await load({ ...order, pace: { atOnce: 1 } }, probe)).accepted.p50,
    capacity: rateOf(await load({ ...order, pace: { atOnce: workers * 2 } }, probe)),
  });
  await usual();
  // measure before and after each turn: a shared machine may be slower by a third for some seconds
  const looks = [await usual()];
  const findings: Finding[] = [];
  for (const { times, least } of LOADS) {
    const under: Turn[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const before = looks.at(-1)!;
      const drawn = await overloaded(order, before.capacity * times, seconds, before.lone);
      const after = await usual();
      looks.push(after);
      under.push({ ...drawn, ofCapacity: (2 * rateOf(drawn.renders)) / (before.capacity + after.capacity) });
    }
    const name = `at ${times} ×`;
    const [renders, health] = [under.map((turn) => turn.renders), under.map((turn) => turn.health)];
    const lone = median(looks.slice(-turns - 1).map((look) => look.lone));
    findings.push(
      none(
        `${name}: answers other than 200, or 503 with Retry-After`,
        renders.flatMap(({ faults }) => faults),
      ),
      share(
        `${name}: renders, of what is drawn without overload`,
        median(under.map(({ ofCapacity }) => ofCapacity)),
        least,
      ),
      // ten places for two workers: a render waits for at most five others, one after another
      within(`${name}: accepted renders, 99 % in`, p99Of(renders), 6 * lone + 50),
      none(
        `${name}: health probes without an answer of 200`,
        health.reduce((sum, { sent, accepted }) => sum + sent - accepted.count, 0),
      ),
      within(`${name}: health, 99 % in`, p99Of(health), 30),
      within(`${name}: back to normal after`, Math.max(...under.map(({ recovery }) => recovery)), 5000),
    );
    say(`${name}: ${under.map(({ ofCapacity }) => percent(ofCapacity))} of what is drawn without overload`);
  }
  const capacity = median(looks.map((look) => look.capacity));
  return [
    figure("one render after another", `${milliseconds(median(looks.map((look) => look.lone)))} median`),
    figure("capacity", `${capacity.toFixed(1)} renders a second`),
    figure(
      `all ${places} places taken, at that rate`,
      `${milliseconds((places * 1000) / capacity)} of waiting and rendering`,
    ),
    ...findings,
  ];
};

/** Without overload: the milliseconds of a lone render, and renders a second with all workers busy. */
type Usual = { readonly lone: number; readonly capacity: number };

type Turn = Awaited<ReturnType<typeof overloaded>> & { readonly ofCapacity: number };

const p99Of = (loads: readonly LoadFigures[]): number =>
  percentile(
    loads.flatMap(({ accepted }) => accepted.each),
    0.99,
  );

const overloaded = async (order: Omit<LoadOrder, "pace">, perSecond: number, seconds: number, usual: number) => {
  const { port, imageUrl } = order;
  const probes = startLoad({ port, target: "health", pace: { perSecond: 20 } });
  const drawing = startLoad({ ...order, pace: { perSecond } });
  await setTimeout(seconds * 1000);
  const stopping = Promise.all([drawing.stop(), probes.stop()]);
  const recovery = await millisecondsToNormal(
    port,
    imageUrl === undefined ? renderRequests() : addressRequests(imageUrl),
    usual,
  );
  const [renders, health] = await stopping;
  return { renders, health, recovery };
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
    // retrying a refused request at once would add to the load
    if (status !== 200) await setTimeout(20);
  }
  connections.close();
  return performance.now() - begun;
};
