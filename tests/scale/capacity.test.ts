import { expect, test } from "vitest";
import { createCalculator, type Load } from "../../scripts/scale/capacity.ts";
import { fitCosts } from "../../scripts/scale/cost-model.ts";
import { predictions } from "../../scripts/scale/prediction.ts";
import { readLoad } from "../../scripts/scale/read-load.ts";
import { tellCapacity } from "../../scripts/scale/tell-capacity.ts";
import { MADE_UP } from "./made-up.ts";

const capacityFor = createCalculator(MADE_UP);

const load = (words: string): Load => readLoad(words.split(" "))!;

test("cores are renders a second times what each takes with all cores at work, by how busy they may be", () => {
  const { renderMs, busyCores, cores, instances, workers } = capacityFor(load("--rate 9900"));
  expect(renderMs).toBeCloseTo(12, 5);
  expect(busyCores).toBeCloseTo(118.8, 4);
  expect([cores, instances, workers]).toEqual([200, 50, 4]);
});

test("there are two instances even for next to nothing, and no larger than they have to be", () => {
  expect(capacityFor(load("--rate 1"))).toMatchObject({ cores: 2, instances: 2, workers: 1 });
  expect(capacityFor(load("--rate 150"))).toMatchObject({ cores: 4, instances: 2, workers: 2 });
});

test("memory is the service, a worker at rest, and the largest picture in every worker", () => {
  expect(capacityFor(load("--rate 9900")).instanceMiB).toBeCloseTo(100 + 200 + 4 * 700, 6);
  // no less than a worker has anyway
  expect(capacityFor(load("--rate 9900 --largest 2")).instanceMiB).toBeCloseTo(100 + 200 + 4 * 200, 6);
});

test("what is found in the cache costs what a hit does, and asks Redis for it", () => {
  const { busyCores, redisCommands, redisCores } = capacityFor(load("--rate 1000 --hits 50"));
  expect(busyCores).toBeCloseTo((500 * 12 + 500 * 2.4) / 1000, 5);
  expect([redisCommands, redisCores]).toEqual([2500, 0.025]);
});

test("Redis is asked once for a small picture, and twice for one that costs more points", () => {
  expect(capacityFor(load("--rate 10")).redisCommands).toBe(10);
  expect(capacityFor(load("--rate 10 --megapixels 12")).redisCommands).toBe(20);
});

test("bytes are those of the measured files, or as they are told", () => {
  const { work, megabitsIn, megabitsOut } = capacityFor(load("--rate 100"));
  expect(work.sentBytes).toBeCloseTo((1633 * 1225) / 5, 6);
  expect(megabitsIn).toBeCloseTo((100 * 8 * 1633 * 1225) / 5e6, 6);
  // 8,000 bytes a page: eight of 2,400 cells, nine of 5,400
  expect(megabitsOut).toBeCloseTo((100 * 8 * 5400 * ((17 * 8000) / (8 * 2400 + 9 * 5400))) / 1e6, 6);
  expect(capacityFor(load("--rate 100 --kilobytes 700")).megabitsIn).toBe(560);
});

test("an arrangement does what its workers have time for, or what the cores leave them", () => {
  const found = predictions(MADE_UP);
  expect(found.map(({ predicted }) => Number(predicted.toFixed(2)))).toEqual([100, 156.67, 156.67]);
  expect(found.map(({ measured }) => measured)).toEqual([100, 150, 140]);
  expect(found[2]?.off).toBeCloseTo(156.6667 / 140 - 1, 4);
});

test("a load is told line by line", () => {
  const asked = load("--rate 9900 --hits 50 --color --format ansi --no-director");
  const colored = {
    ...MADE_UP,
    costs: [...MADE_UP.costs, { ...MADE_UP.costs[0]!, format: "ansi", color: true } as const],
  };
  const lines = tellCapacity(asked, createCalculator(colored)(asked), fitCosts(colored.costs).error, "an abacus");
  expect(lines.split("\n")).toEqual([
    "9,900 renders a second: jpeg of 2 megapixels (400 kB) at 120 columns, colored ansi (8 kB), Director off",
    "",
    expect.stringMatching(/^ {2}CPU a render +12 ms +95 of 100 are off by less than 9.1 %$/),
    expect.stringMatching(/^ {2}CPU a hit +2.4 ms +50 % are found in the cache$/),
    expect.stringMatching(/^ {2}cores at work +71$/),
    expect.stringMatching(/^ {2}cores +120 +busy for at most 60 % of the time$/),
    expect.stringMatching(/^ {2}instances +30 +of 4 workers$/),
    expect.stringMatching(/^ {2}memory +91 GiB +3 GiB each, with pictures of 40 megapixels in all workers$/),
    expect.stringMatching(/^ {2}wait for a worker +[\d.]+ ms +99 of 100 wait less$/),
    expect.stringMatching(/^ {2}refused with 503 +1 in [\d,]+$/),
    expect.stringMatching(/^ {2}network +32 Gbit\/s +in, 634 Mbit\/s out$/),
    expect.stringMatching(/^ {2}Redis +24,750\/s +25 % of the one core that it can use$/),
    expect.stringMatching(/^ {2}haproxy +[\d.]+ +cores$/),
    expect.stringMatching(/^ {2}a year +120 core-years +10,519 kWh at 10 W a core$/),
    "",
    expect.stringMatching(/^Measured on an abacus; /),
  ]);
});
