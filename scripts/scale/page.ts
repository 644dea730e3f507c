import { median } from "../../bench/statistics/averages.ts";
import { table } from "../../packages/documents/src/markdown/page.ts";
import { type Capacity, createCalculator, type Load } from "./capacity.ts";
import { fitCosts, measuredMs } from "./cost-model.ts";
import { byArrangement, crowding, rateOf, renderMs } from "./crowding.ts";
import { type Measured, readMeasured, type Turn } from "./measured.ts";
import { counted } from "./panel.ts";
import { predictions } from "./prediction.ts";
import { longWait, refusedShare } from "./queueing.ts";
import { CORE_WATTS, YEAR_HOURS } from "./tell-capacity.ts";
import { TYPICAL, typicalWork } from "./typical.ts";
import { bits, gibibytes, grouped, kilobytes, oneIn, percent, significant } from "./words.ts";

/** docs/explanation/scale.md, every figure of it out of what was measured. */
export const scalePage = (measured: Measured = readMeasured()): string =>
  `${[
    "---\nshape: explanation\n---",
    "<!-- Written by scripts/scale/page.ts out of scripts/scale/measured.json: edit there, then npm run generate. -->",
    "# What a load takes",
    introduction(measured),
    `## What a render costs\n\n${costs(measured)}`,
    `## From one worker to four instances\n\n${scaling(measured)}`,
    `## How much is enough\n\n${headroom(measured)}`,
    `## A year of it\n\n${years(measured)}`,
    `## Why there is no queue, no database and no Kafka\n\n${ABSENT}`,
    `## Where it stops\n\n${limits(measured)}`,
    `## Past one region\n\n${REGIONS}`,
  ].join("\n\n")}\n`;

const introduction = ({ machine }: Measured): string =>
  `A render needs its picture, its parameters and a core for some milliseconds. It leaves nothing behind that the next one needs. So scale is multiplication: what one render costs, times how many there are. This page says what was measured, how far it can be trusted, and where multiplication ends.

\`npm run test:scale\` measures it, in a quarter of an hour, on a machine with nothing else to do; here that was ${machine.cores} virtual cores of an ${machine.processor}, Node ${machine.node}, ${machine.date}. \`npm run -s capacity -- --rate 100 --megapixels 12\` does the multiplication for any other load.`;

const costs = (measured: Measured): string => {
  const { terms, error } = fitCosts(measured.costs);
  const seen = measured.costs.length - error.count;
  const used = terms.filter(({ ms }) => ms >= 0.001);
  return `One service with one worker draws one picture after another, and what counts is the time for which its processes have had a core: not how long a caller waits. ${seen} kinds of renders were taken one at a time: JPEG, PNG and WebP of .3 to 40 megapixels, 40 to 400 columns, all formats, with color and without, with the Director and without. Through these goes the fit of least squared relative errors in which nothing is below zero:

${table(
  ["CPU milliseconds", "for each"],
  used.map(({ each, ms }) => [significant(ms), each]),
)}

${error.count} more renders of random kinds and of other pictures, which the fit has not seen, say what it is worth: half of the predictions are off by less than ${percent(error.median)}, 95 of 100 by less than ${percent(error.p95)}; R² is ${error.r2.toFixed(3)}, which a few large pictures decide. It is a little better than it deserves: two of the terms were [added after a look](../decisions/0037-capacity.md) at these renders. Costs depend on what is in a picture, too, which nothing here knows; and on who else is on the host of these virtual cores, which nobody knows. Every kind was therefore measured in three passes, minutes apart, and the median counts. The pictures are the project's own, enlarged, with a camera's grain.

A large JPEG is cheap because its decoder leaves out what no character can show. A PNG has to be unpacked to its last pixel.

**Memory** is a question of the largest picture that is let in, not of how many there are. The worst is a PNG with transparency: ${list(
    measured.peaks.map(({ megapixels, peakMiB }) => `${grouped(peakMiB)} MiB at ${megapixels} megapixels`),
  )}, for as long as it is drawn. A worker that draws small pictures holds ${grouped(Math.max(...measured.turns.map(({ workerMiB }) => workerMiB)))} MiB at its most, the service itself ${grouped(Math.max(...measured.turns.map(({ serviceMiB }) => serviceMiB)))}.`;
};

const list = (items: readonly string[]): string => `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

const scaling = (measured: Measured): string => {
  const { machine, turns } = measured;
  const groups = byArrangement(turns);
  const found = predictions(measured);
  const rows = groups.map((group, at) => {
    const rates = group.turns.map(rateOf);
    const { predicted, off } = found[at]!;
    return [
      `${counted(group.instances, "instance")} of ${counted(group.workers, "worker")}`,
      `${median(rates).toFixed(1)} (${Math.min(...rates).toFixed(1)} to ${Math.max(...rates).toFixed(1)})`,
      median(group.turns.map(renderMs)).toFixed(1),
      percent(median(group.turns.map(shareOfCallers))),
      `${predicted.toFixed(1)} (${off < 0 ? "−" : "+"}${percent(Math.abs(off))})`,
    ];
  });
  const full = groups.filter(({ instances, workers }) => instances * workers >= machine.cores);
  const each = full.map((group) => median(group.turns.map(renderMs)));
  const spread = Math.max(...each) / Math.min(...each) - 1;
  const faults = turns.reduce((sum, turn) => sum + turn.faults, 0);
  const others = median(turns.map(othersOf));
  const loud = turns.filter((turn) => othersOf(turn) > LOUD);
  return `<img src="../images/scale.svg" width="960" alt="Four charts: renders a second of four arrangements, with predictions; milliseconds of CPU for each render, by process; predicted against measured costs; what a typical render is made of">

Real services behind a real haproxy (\`leastconn\`), points counted in a real Redis, all on one machine. The render is a typical one: a JPEG of ${TYPICAL.megapixels} megapixels (${kilobytes(typicalWork(measured).sentBytes)}), ${TYPICAL.columns} columns of text, everything else as by default. Two callers for each worker ask again as soon as they have an answer. The arrangements take turns of ${Math.round(turns[0]?.seconds ?? 0)} s, ${Math.max(...turns.map(({ round }) => round))} each, forward and backward.

${table(["", "renders a second: median, least, most", "CPU ms a render", "load generator's share of a core", "predicted"], rows)}

- **${machine.cores} cores are ${machine.cores} cores.** Four instances of one worker cannot be faster than ${machine.cores} workers here, and this machine says nothing about more cores. What it can say is whether instances cost each other anything: with all cores at work, the CPU that a render takes is within ${percent(spread)} from one instance to four, by medians of turns that differ by more than that. An [earlier run](../decisions/0037-capacity.md#runs) had 8.3 %.
- ${crowded(measured)}
- **Predicted** is the fit above, for the cores that haproxy, Redis, the callers and others have left. It has seen nothing of these turns.
- **The cores are virtual**: whoever else is on the host makes them slower for seconds at a time, by a fifth and more. Hence the turns, the medians, and the spread beside them. On the machine itself other work kept ${significant(others)} cores busy, by the median; in ${loud.length} of ${turns.length} turns more than ${LOUD}, up to ${significant(Math.max(...turns.map(othersOf)))}.
- ${faults === 0 ? "No answer was anything but a render" : `${grouped(faults)} answers were something else than a render`}, of ${grouped(turns.reduce((sum, { renders }) => sum + renders, 0))}.

**One limit, however many instances.** ${limitSentence(measured)}`;
};

/** Whether cores that are all at work are slower, by the rows of one instance. */
const crowded = ({ turns, machine }: Measured): string => {
  const more = crowding(turns, machine.cores) - 1;
  return more < 0.005
    ? "**A render has a core no longer where all of them are at work** than where one worker is alone, as far as can be told from turns that differ this much. The calculator would count with it."
    : `**With all cores at work a render has one for ${percent(more)} longer** than where one worker is alone: they share memory and caches. The calculator and the last column count with that.`;
};

const limitSentence = ({ limits: counts }: Measured): string => {
  const { hits, points } = counts[0]!;
  const each = counts.map(({ instances, allowed }) => `${grouped(allowed)} by ${counted(instances, "instance")}`);
  return `Of ${grouped(hits)} hits at once through haproxy, by a client who may have ${grouped(points)} a minute, were let in: ${list(each)}.`;
};

/** Cores that other work kept busy in a turn, and how many are much. */
const othersOf = ({ busy, seconds }: Turn): number => busy.others / seconds;
const LOUD = 0.15;

const shareOfCallers = ({ busy, seconds }: Turn): number => busy.callers / seconds;

const headroom = (measured: Measured): string => {
  const utilizations = [0.5, 0.6, 0.7, 0.8, 0.9];
  const workers = [1, 2, 4, 8];
  const { renderMs: ms } = calculated(measured, { rate: 1 });
  return `Cores that are busy all the time make everybody wait. How long depends on how many share a queue: four workers behind one queue wait for each other less than four alone. For arrivals by chance and times that vary as if by chance (M/M/c), the wait that 99 of 100 do not exceed, in milliseconds for the typical render, and how many then find the ${PLACES} places of each worker taken and get a 503:

${table(
  ["busy", ...workers.map((count) => counted(count, "worker"))],
  utilizations.map((utilization) => [
    percent(utilization),
    ...workers.map(
      (count) =>
        `${significant(longWait(count, utilization) * ms)} ms, ${oneIn(refusedShare(count, PLACES * count, utilization))}`,
    ),
  ]),
)}

${waited(measured)}

From 60 % on the formula promises less than was met: renders of one kind vary less than it supposes. Hence what the calculator takes unless told otherwise: instances of four workers that are busy for 60 % of the time. Whoever sees \`lumiglyph_queue_depth\` above 0 for minutes has too few. Beyond that the service sheds what it cannot draw in time, and keeps drawing: at ten times its capacity it still does most of what it can ([measured](../reference/reliability.md#overload)).`;
};

/** What the formula says beside what callers have met who came by chance. */
const waited = ({ waits }: Measured): string => {
  const { workers, aloneMs } = waits[0]!;
  const sent = waits.reduce((sum, sample) => sum + sample.sent, 0);
  return `${counted(workers, "worker")} on this machine, for ${grouped(sent)} callers who came by chance:

${table(
  ["busy", "99 of 100 have an answer within: computed", "measured", "refused: computed", "measured"],
  waits.map(({ share, p99, refused, sent: all }) => [
    percent(share),
    `${significant((1 + longWait(workers, share)) * aloneMs)} ms`,
    `${grouped(p99)} ms`,
    oneIn(refusedShare(workers, PLACES * workers, share)),
    refused === 0 ? `none of ${grouped(all)}` : oneIn(refused / all),
  ]),
)}`;
};

const PLACES = 4;

const BASE: Omit<Load, "rate"> = {
  ...TYPICAL,
  kilobytes: null,
  hits: 0,
  utilization: 0.6,
  workers: 4,
  largest: 40,
};

const calculated = (measured: Measured, load: Partial<Load> & Pick<Load, "rate">): Capacity =>
  createCalculator(measured)({ ...BASE, ...load });

const years = (measured: Measured): string => {
  const rates = [1, 100, 10_000];
  const all = rates.map((rate) => calculated(measured, { rate }));
  const halves = rates.map((rate) => calculated(measured, { rate, hits: 0.5 }));
  const row = (name: string, of: (capacity: Capacity, at: number) => string): readonly string[] => [
    name,
    ...all.map(of),
  ];
  return `The typical render, day and night, with pictures of up to 40 megapixels let in:

${table(
  ["renders a second", ...rates.map(grouped)],
  [
    row("renders a year", (_, at) => `${significantBig((rates[at] ?? 0) * YEAR_HOURS * 3600)}`),
    row("cores at work", ({ busyCores }) => significant(busyCores)),
    row("cores, busy for 60 %", ({ cores }) => grouped(cores)),
    row("instances", ({ instances, workers }) => `${grouped(instances)} of ${counted(workers, "worker")}`),
    row("memory", ({ instances, instanceMiB }) => gibibytes(instances * instanceMiB)),
    row("core-hours", ({ cores }) => grouped(cores * YEAR_HOURS)),
    row("electricity, roughly", ({ cores }) => `${grouped(Math.round((cores * CORE_WATTS * YEAR_HOURS) / 1000))} kWh`),
    row("pictures in", ({ megabitsIn }) => bits(megabitsIn)),
    row("characters out", ({ megabitsOut }) => bits(megabitsOut)),
    row("Redis commands a second", ({ redisCommands }) => grouped(redisCommands)),
    row("share of Redis' core", ({ redisCores }) => percent(redisCores)),
    row("haproxy's cores", ({ haproxyCores }) => significant(haproxyCores)),
    ["cores, where half is found in the cache", ...halves.map(({ cores }) => grouped(cores))],
  ],
)}

Never fewer than two instances: one may be away for an update. Electricity is ${CORE_WATTS} W a core with all that belongs to it, which is an assumption. What is found in the cache still costs ${significant(measured.hit.serviceMs)} ms of a core, ${percent(measured.hit.serviceMs / measuredMs(typicalWork(measured)))} of a render: its picture has to be read and hashed to be found. The table is by the fit, so it is wrong by as much as the fit, and by as much as your cores differ from these.`;
};

const significantBig = (value: number): string => {
  const [unit, name] = value >= 1e9 ? [1e9, "billion"] : [1e6, "million"];
  return `${significant(value / unit)} ${name}`;
};

const ABSENT = `- **No queue between request and render.** A caller waits on an open connection for what takes a twentieth of a second. A durable queue would add its own latency, a second request that asks whether it is done, and somewhere to keep the result. And it would hide the only thing that an operator has to know under load: that there are too few cores. A queue longer than its callers' patience renders for people who have left (Little's law says how long that is). What there is instead is in memory and short, ${PLACES} places a worker; beyond it the answer is 503 with \`Retry-After\`, at once, and an autoscaler sees it.
- **No Kafka**, for the same reason, and because nothing is listening: no event of a render has a second reader. Traces and metrics have protocols of their own, which lose data rather than callers.
- **No database.** There are no users, no jobs, no files: nothing that is worth a row. What instances share is worth an hour at most, and is [allowed to disappear](shared-state.md) at any moment without anyone noticing.
- **No service mesh, no orchestrator of our own.** A load balancer that asks \`/api/ready\` is all that instances need to know of each other.

All of these would be more to run, to secure and to wait for. They begin to pay when a render takes minutes, or has to survive its caller. Neither is so.`;

const limits = (measured: Measured): string => {
  const { redis, machine } = measured;
  const most = redis.scripts / redis.redisSeconds;
  const { megabitsIn, haproxyCores, work } = calculated(measured, { rate: 10_000 });
  const tenGigabits = 10_000 / (megabitsIn / 10_000);
  return `Instances do not know of each other, so what ends is what they share, in this order:

1. **The network in front.** Pictures are large and characters are not: a link of 10 Gbit/s is full at ${significant(tenGigabits)} renders a second of ${kilobytes(work.sentBytes)} each. 10,000 a second are ${bits(megabitsIn)} and keep ${significant(haproxyCores)} of haproxy's cores busy. That is where a second load balancer comes in, by DNS or by equal-cost routes; both may run the same file, because neither holds state.
2. **Redis.** It counts points with one core, which took ${significant((redis.redisSeconds / redis.scripts) * 1e6)} µs for each: ${grouped(Number(most.toPrecision(2)))} a second at the very most, ${grouped(Math.round((most * 0.6) / 1000) * 1000)} with room to breathe. Points belong to one client, so the next step is a second Redis and a hash of the client that says which; or none, where a load balancer keeps a client with its instance. If it is overrun nevertheless, instances find it slow, count for themselves, and let in too much rather than too little.
3. **Memory of Redis**, where it keeps outputs: a typical one is ${kilobytes(work.bodyBytes)} before compression and lives for an hour. It drops what was not used longest.

Never tried here: more than ${machine.cores} cores, more than four instances, more than one machine. The network between them is not in any figure.`;
};

const REGIONS = `Nothing of a render has to cross an ocean, so a second region is a second deployment.

- **One address.** Anycast brings callers to the nearest region, and to the next one when that withdraws its route. A render that is cut off changes nothing anywhere: it is asked for again.
- **A Redis in each region**, never one for all: it has to answer within 50 ms or is left alone. A client that reaches two regions has its points in each. That is the price, and it is small: anycast rarely moves anybody. A limit that has to be exact around the world would have to wait for light to get there and back.
- **A cache that is divided, not copied.** With many instances, \`SERVICE_CACHE=memory\` finds little: each sees its share of the requests. Let callers say what they send, by the \`Content-Digest\` of RFC 9530, and the load balancer bring equal pictures to the same instance; then the instances' memories are one cache, which no network stands between. With consistent hashing an instance that goes takes only its own part along:

\`\`\`
backend instances
  balance hash req.hdr(content-digest)
  hash-type consistent
  hash-balance-factor 150
\`\`\`

The factor keeps a picture that everybody asks for from overrunning its instance. A digest that is wrong, or missing, is no danger: it only decides who draws, and the service hashes the picture itself before it looks anything up.`;
