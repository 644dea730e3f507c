import { table } from "../../apps/service/src/documents/markdown/page.ts";
import { renderCost } from "../../apps/service/src/render/render-cost.ts";
import type { Cost, ScaleFigures, Turn } from "../../bench/scale/figures.ts";
import { median } from "../../bench/statistics.ts";

/** The generated parts of docs/explanation/scale.md, all from measured figures. */
export const scaleParts = (figures: ScaleFigures): { readonly [name: string]: string } => ({
  machine: machine(figures),
  costs: costs(figures),
  memory: memory(figures),
  turns: turns(figures),
  limits: limits(figures),
  waits: waits(figures),
  addresses: addresses(figures),
  example: example(figures),
  shared: shared(figures),
});

/** The page's recommendations: core utilization and workers per instance. */
const UTILIZATION = 0.6;
const WORKERS = 4;

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

const cpuMs = ({ workerMs, serviceMs }: Cost): number => workerMs + serviceMs;

const typical = ({ costs: [first] }: ScaleFigures): Cost => first!;

const machine = ({ machine: { cores, processor, node, date } }: ScaleFigures): string =>
  `Measured on ${cores} virtual cores of an ${processor}, Node ${node}, ${date}.`;

const costs = (figures: ScaleFigures): string => {
  const rows = figures.costs.map((cost) => [
    `${cost.input.toUpperCase()}, ${cost.megapixels} MP, ${whole(cost.sentBytes / 1000)} kB`,
    `${cost.columns}`,
    cost.color ? `${cost.format}, color` : cost.format,
    cost.director ? "on" : "off",
    cpuMs(cost).toFixed(0),
  ]);
  const hit = ["the first row, from the cache", "", "", "", figures.hit.serviceMs.toFixed(0)];
  return table(["picture", "columns", "output", "Director", "CPU ms"], [...rows, hit]);
};

const most = (of: (turn: Turn) => number, { turns: all }: ScaleFigures): number => Math.max(...all.map(of));
const serviceMiB = (figures: ScaleFigures): number => most((turn) => turn.serviceMiB, figures);
const workerMiB = (figures: ScaleFigures): number => most((turn) => turn.workerMiB, figures);

const memory = (figures: ScaleFigures): string =>
  table(
    ["process", "peak MiB"],
    [
      ["service", whole(serviceMiB(figures))],
      ["worker, typical render", whole(workerMiB(figures))],
      ...figures.peaks.map(({ megapixels, peakMiB }) => [
        `worker, PNG with transparency, ${megapixels} MP`,
        whole(peakMiB),
      ]),
    ],
  );

const turns = (figures: ScaleFigures): string => {
  const groups = Map.groupBy(figures.turns, ({ instances, workers }) => `${instances} × ${workers}`);
  const rows = [...groups].map(([name, same]) => {
    const { instances, workers } = same[0]!;
    const rates = same.map(({ inTime, seconds }) => inTime / seconds);
    const ms = median(same.map(({ busy, renders }) => ((busy.workers + busy.services) * 1000) / renders));
    const formula = (Math.min(instances * workers, figures.machine.cores) * 1000) / cpuMs(typical(figures));
    const [low, high] = [Math.min(...rates), Math.max(...rates)];
    return [
      name,
      `${median(rates).toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`,
      ms.toFixed(1),
      formula.toFixed(1),
    ];
  });
  const all = figures.turns.reduce((sum, { renders }) => sum + renders, 0);
  const faults = figures.turns.reduce((sum, turn) => sum + turn.faults, 0);
  const heads = ["instances × workers", "renders per second: median (range)", "CPU ms per render", "formula"];
  return `${table(heads, rows)}\n\n${whole(all)} renders, ${faults} failed requests.`;
};

const limits = ({ limits: counts }: ScaleFigures): string =>
  table(
    ["instances", "concurrent requests", "limit", "allowed"],
    counts.map(({ instances, hits, points, allowed }) => [instances, hits, points, allowed].map(whole)),
  );

const waits = ({ waits: all }: ScaleFigures): string =>
  table(
    ["load", "requests", "median time", "99 %", "refused"],
    all.map(({ share, sent, p50, p99, refused }) => [
      `${whole(share * 100)} %`,
      whole(sent),
      `${p50} ms`,
      `${p99} ms`,
      `${refused}`,
    ]),
  );

/** Points per minute of an address, and cores for workers, in the deployment files: Compose, and the overlay `public`. */
const POINTS = 120;
const DEPLOYED_CORES = [2, 6] as const;

const addresses = ({ costs: all }: ScaleFigures): string => {
  const rows = all
    .filter(({ columns, director }) => columns === 120 && director)
    // the last row repeats the first
    .slice(0, -1)
    .map((cost) => {
      // a picture of 4:3 in cells twice as high as wide
      const points = renderCost(cost.megapixels * 1e6, cost.columns * Math.round((cost.columns * 3) / 8));
      const busy = ((POINTS / points / 60) * cpuMs(cost)) / 1000;
      return [
        `${cost.input.toUpperCase()}, ${cost.megapixels} MP`,
        `${points}`,
        cpuMs(cost).toFixed(0),
        busy.toFixed(2),
        ...DEPLOYED_CORES.map((cores) => whole(Math.ceil(cores / busy))),
      ];
    });
  const full = DEPLOYED_CORES.map((cores) => `addresses that fill ${cores} cores`);
  return table(["picture", "points", "CPU ms", "busy cores per address", ...full], rows);
};

const example = (figures: ScaleFigures): string => {
  const [rate, ms] = [100, Math.round(cpuMs(typical(figures)))];
  const busy = (rate * ms) / 1000;
  const cores = Math.ceil(busy / UTILIZATION);
  const instances = Math.max(2, Math.ceil(cores / WORKERS));
  const peak = Math.max(...figures.peaks.map(({ peakMiB }) => peakMiB));
  const each = serviceMiB(figures) + workerMiB(figures) + WORKERS * peak;
  return [
    `- ${rate} renders per second × ${ms} ms ÷ 1000 = ${busy.toFixed(1)} cores busy.`,
    `- ${busy.toFixed(1)} ÷ ${UTILIZATION} = ${cores} cores, rounded up.`,
    `- ${cores} ÷ ${WORKERS} = ${instances} instances of ${WORKERS} workers, rounded up.`,
    `- ${serviceMiB(figures)} + ${workerMiB(figures)} + ${WORKERS} × ${peak} = ${whole(each)} MiB for each instance.`,
  ].join("\n");
};

const shared = (figures: ScaleFigures): string => {
  const { sentBytes } = typical(figures);
  const haproxy = figures.turns.reduce((sum, { busy }) => sum + busy.haproxy, 0);
  const renders = figures.turns.reduce((sum, turn) => sum + turn.renders, 0);
  const { scripts, redisSeconds } = figures.redis;
  const full = (perSecond: number): string => whole(Number(perSecond.toPrecision(2)));
  return table(
    ["shared", "cost of a typical render", "saturated at renders per second"],
    [
      ["a link of 10 Gbit/s", `${whole(sentBytes / 1000)} kB in`, full(10e9 / 8 / sentBytes)],
      ["a core of haproxy", `${((haproxy * 1000) / renders).toFixed(2)} ms`, full(renders / haproxy)],
      ["Redis, which uses one core", `${((redisSeconds * 1e6) / scripts).toFixed(0)} µs`, full(scripts / redisSeconds)],
    ],
  );
};
