import { rowsFor } from "@lumiglyph/contract";
import { renderCost } from "../../apps/service/src/render/render.ts";
import { fitLine } from "../../bench/statistics/line-fit.ts";
import { type CostModel, fitCosts } from "./cost-model.ts";
import { crowding } from "./crowding.ts";
import type { Measured, Work } from "./measured.ts";
import { longWait, refusedShare } from "./queueing.ts";
import { type Kind, sizeOf, typicalWork } from "./typical.ts";

/** What a deployment has to bear. Shares are from 0 to 1. */
export type Load = Kind & {
  /** Renders a second, all through the year. */
  readonly rate: number;
  /** Kilobytes of a picture's file; null for what such files had when they were measured. */
  readonly kilobytes: number | null;
  /** The share that is found in the cache; 0 where there is none. */
  readonly hits: number;
  /** The share of the time for which cores may be busy. */
  readonly utilization: number;
  /** Workers of an instance, at most. */
  readonly workers: number;
  /** Megapixels of the largest picture that is let in. */
  readonly largest: number;
};

/** What bears it. */
export type Capacity = {
  readonly work: Work;
  /** Milliseconds of a core for a render with all cores at work, and for one that is found in the cache. */
  readonly renderMs: number;
  readonly hitMs: number;
  /** Cores that are busy on average, and cores that there should be. */
  readonly busyCores: number;
  readonly cores: number;
  readonly instances: number;
  readonly workers: number;
  /** MiB of an instance at its most. */
  readonly instanceMiB: number;
  /** Milliseconds that 99 of 100 wait for a worker at most, and the share that is refused for want of a place. */
  readonly longWaitMs: number;
  readonly refused: number;
  /** Megabits a second. */
  readonly megabitsIn: number;
  readonly megabitsOut: number;
  /** Commands a second, and the share of its one core that Redis is busy with them. */
  readonly redisCommands: number;
  readonly redisCores: number;
  readonly haproxyCores: number;
};

/** Instances at the least: one may be away for an update. */
const LEAST_INSTANCES = 2;

/** Renders that may wait for each worker, as the service is by default. */
const PLACES = 4;

/** Tells what loads take, out of what was measured. */
export const createCalculator = (measured: Measured): ((load: Load) => Capacity) => {
  const model = fitCosts(measured.costs);
  return (load) => capacityFor(load, measured, model);
};

const capacityFor = (load: Load, measured: Measured, model: CostModel): Capacity => {
  const { rate, hits, utilization } = load;
  const work = workOf(load, measured);
  const crowded = crowding(measured.turns, measured.machine.cores);
  const renderMs = model.msOf(work) * crowded;
  const hitMs = measured.hit.serviceMs * crowded;
  const busyCores = (rate * ((1 - hits) * renderMs + hits * hitMs)) / 1000;
  const needed = busyCores / utilization;
  const instances = Math.max(LEAST_INSTANCES, Math.ceil(needed / load.workers));
  const workers = Math.ceil(needed / instances);
  const cores = instances * workers;
  const redisCommands = rate * commandsOf(work, hits);
  return {
    work,
    renderMs,
    hitMs,
    busyCores,
    cores,
    instances,
    workers,
    instanceMiB: instanceMemory(workers, load.largest, measured),
    longWaitMs: longWait(workers, busyCores / cores) * renderMs,
    refused: refusedShare(workers, PLACES * workers, busyCores / cores),
    megabitsIn: (rate * work.sentBytes * 8) / 1e6,
    megabitsOut: (rate * work.bodyBytes * 8) / 1e6,
    redisCommands,
    redisCores: redisCommands * (measured.redis.redisSeconds / measured.redis.scripts),
    haproxyCores: rate * haproxySeconds(work, measured),
  };
};

/** A kind of render, with the bytes that it had when it was measured. */
const workOf = (
  { input, megapixels, columns, format, color, director, kilobytes }: Load,
  { costs }: Measured,
): Work => {
  const size = sizeOf(megapixels);
  const sent = costs.filter((sample) => sample.input === input);
  const body = costs.filter((sample) => sample.format === format && sample.color === color);
  return {
    ...size,
    input,
    columns,
    format,
    color,
    director,
    sentBytes: kilobytes === null ? size.width * size.height * ratio(sent, "sentBytes", pixelsOf) : kilobytes * 1000,
    bodyBytes: cellsOf({ ...size, columns }) * ratio(body, "bodyBytes", cellsOf),
  };
};

const pixelsOf = ({ width, height }: Sized): number => width * height;

const cellsOf = ({ width, height, columns }: Sized): number => columns * rowsFor(columns, width, height);

type Sized = Pick<Work, "width" | "height" | "columns">;

const ratio = (samples: readonly Work[], bytes: "sentBytes" | "bodyBytes", of: (sized: Sized) => number): number =>
  samples.reduce((sum, sample) => sum + sample[bytes], 0) / samples.reduce((sum, sample) => sum + of(sample), 0);

/** A point at the door and one command more for the rest of the cost; with a cache, a look and what was not there. */
const commandsOf = (work: Work, hits: number): number =>
  (renderCost(pixelsOf(work), cellsOf(work)) > 1 ? 2 : 1) + (hits > 0 ? 1 + (1 - hits) : 0);

/** The service, the spare worker at rest, and each worker with the largest picture at once. */
const instanceMemory = (workers: number, largest: number, { peaks, turns }: Measured): number => {
  const { intercept, slope } = fitLine(peaks.map(({ megapixels, peakMiB }) => ({ x: megapixels, y: peakMiB })));
  const service = Math.max(...turns.map(({ serviceMiB }) => serviceMiB));
  const spare = Math.max(...turns.map(({ workerMiB }) => workerMiB));
  return service + spare + workers * Math.max(spare, intercept + slope * largest);
};

/** Seconds of haproxy's core for a render: it does little else than to carry bytes. */
const haproxySeconds = (work: Work, measured: Measured): number => {
  const { turns } = measured;
  const busy = turns.reduce((sum, turn) => sum + turn.busy.haproxy, 0);
  const renders = turns.reduce((sum, turn) => sum + turn.renders, 0);
  return (busy / renders) * (carriedBytes(work) / carriedBytes(typicalWork(measured)));
};

const carriedBytes = ({ sentBytes, bodyBytes }: Work): number => sentBytes + bodyBytes;
