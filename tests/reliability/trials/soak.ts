import { globSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { mean, median } from "../../../bench/statistics.ts";
import { fixture } from "../../spec/drawn.ts";
import { type Finding, figure, memory, none, whole } from "../findings.ts";
import { createKeptConnections } from "../load/kept-connections.ts";
import { jobs } from "../requests/good-requests.ts";
import { seeded } from "../seeded.ts";
import { type ServiceProcess, startServiceProcess } from "../service-process.ts";
import { defineTrial, type Say } from "../trial.ts";
import { bytesOf } from "../wire.ts";
import { heldMemory } from "../worker-processes.ts";

/** Memory and descriptors over many renders of every kind. */
export const soak = defineTrial({
  name: "soak",
  does: "renders of many pictures with any parameters, as raw bodies, forms and JSON, four at once, first with glibc's allocator, then with jemalloc; memory is that of the service and all its workers together",
  // takes long and runs by name only
  quick: null,
  full: { "renders with each": 50_000 },
  run: async ({ "renders with each": count }, say) => {
    const requests = requestsOf();
    const findings: Finding[] = [];
    for (const [name, library] of ALLOCATORS) {
      const [found] = library === null ? [""] : globSync(library);
      if (found === undefined) findings.push(none(`${name}: not on this machine`, 1));
      else findings.push(...(await withAllocator(name, found, requests, count, say)));
    }
    return findings;
  },
});

/** Allocators, and their path in Debian; null is the default one. */
const ALLOCATORS = [
  ["glibc", null],
  ["jemalloc", "/usr/lib/*/libjemalloc.so.2"],
] as const;

const FORMATS = ["baseline.jpg", "progressive.jpg", "cmyk.jpg", "exif-6.jpg", "lossy.webp", "lossless.webp"];
const RARER = ["picture.avif", "animated.gif", "animated.webp", "palette.png", "interlaced.png", "sixteen-bit.png"];
const PICTURES = [...[...FORMATS, ...RARER].map((name) => `formats/${name}`), "koi.png", "sprite.png"];

/** Maximum columns: many small renders reveal leaks better than few large ones. */
const WIDEST = 40;

/** Distinct renders, each requested in three ways. */
const JOBS = 300;

const requestsOf = (): readonly Buffer[] =>
  fc
    .sample(jobs(PICTURES.map(fixture), WIDEST), { seed: 50_000, numRuns: JOBS })
    .flatMap(({ requests }) => requests.map((request) => bytesOf(request)));

/** A sample after this many renders: bytes and descriptors of all processes. */
type Sample = { readonly done: number; readonly bytes: number; readonly descriptors: number };

/** Samples in a run. */
const SAMPLES = 200;

const withAllocator = async (
  name: string,
  library: string,
  requests: readonly Buffer[],
  count: number,
  say: Say,
): Promise<readonly Finding[]> => {
  const service = await startServiceProcess(library === "" ? {} : { LD_PRELOAD: library });
  const begun = performance.now();
  const { samples, failed } = await renderMany(service, requests, count, (sample) =>
    say(
      `${name}: ${whole(sample.done)} of ${whole(count)}, ${mebibytes(sample.bytes)}, ${sample.descriptors} descriptors`,
    ),
  );
  const seconds = (performance.now() - begun) / 1000;
  const warnings = service.log(40);
  const { code } = await service.stop();
  const settled = samples.filter(({ done }) => done > count / 5);
  const [early, late] = [settled.slice(0, SAMPLES / 10), settled.slice(-SAMPLES / 10)];
  const grown = (of: (sample: Sample) => number): number => median(late.map(of)) - median(early.map(of));
  const slope = slopeOf(settled.map(({ done, bytes }) => ({ x: done / 1000, y: bytes / MIB })));
  return [
    none("renders that failed", failed),
    memory(
      "growth, from behind the first fifth to the end",
      grown(({ bytes }) => bytes),
      64,
    ),
    {
      what: "slope of the line through all looks since then",
      bound: "under 1 MiB for 1,000 renders",
      measured: `${slope.toFixed(3)} MiB`,
      held: slope < 1,
      timed: false,
    },
    none(
      "descriptors more than then",
      Math.max(
        0,
        grown(({ descriptors }) => descriptors),
      ),
    ),
    figure("memory then, at the end, and the most", memoryOver(early, late, samples)),
    figure("renders a second", (count / seconds).toFixed(1)),
    none("workers that ended, and other warnings", warnings),
    none("exit code", code ?? 1),
  ].map((finding) => ({ ...finding, what: `${name}: ${finding.what}` }));
};

/** Sends this many requests in a random order that is the same in every run, and samples in between. */
const renderMany = async (
  service: ServiceProcess,
  requests: readonly Buffer[],
  count: number,
  report: (sample: Sample) => void,
) => {
  const connections = createKeptConnections(service.port);
  const { pick } = seeded(count);
  const samples: Sample[] = [];
  const failed: string[] = [];
  let [sent, done] = [0, 0];
  const caller = async () => {
    while (sent++ < count) {
      const outcome = await connections.ask(pick(requests));
      if (outcome.status !== 200) failed.push(outcome.status === null ? outcome.why : outcome.body.toString());
      if (++done % (count / SAMPLES) === 0) samples.push(sample(service, done));
      if (done % (count / 10) === 0) report(samples.at(-1)!);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  connections.close();
  return { samples, failed };
};

/** The slope of the least-squares line through points. */
const slopeOf = (points: readonly { readonly x: number; readonly y: number }[]): number => {
  const meanX = mean(points.map(({ x }) => x));
  const rise = points.reduce((sum, { x, y }) => sum + (x - meanX) * y, 0);
  return rise / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
};

const AT_ONCE = 4;

const sample = (service: ServiceProcess, done: number): Sample => {
  const processes = [service.pid, ...service.workers()];
  const sum = (of: (pid: number) => number) => processes.reduce((all, pid) => all + of(pid), 0);
  return { done, bytes: sum(heldMemory), descriptors: sum(openDescriptors) };
};

/** Files, sockets and pipes of a process; 0 if it has just ended. */
const openDescriptors = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
};

const MIB = 1024 ** 2;

const mebibytes = (bytes: number): string => `${whole(bytes / MIB)} MiB`;

const memoryOver = (early: readonly Sample[], late: readonly Sample[], all: readonly Sample[]): string =>
  [
    median(early.map(({ bytes }) => bytes)),
    median(late.map(({ bytes }) => bytes)),
    Math.max(...all.map(({ bytes }) => bytes)),
  ]
    .map(mebibytes)
    .join(", ");
