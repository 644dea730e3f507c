import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { settingsFor } from "../testing/test-parts.ts";
import { availableCores, poolSize } from "./pool-size.ts";

test.each([
  ["one worker per core and four places each", {}, { workers: 3, capacity: 15, standing: 7 }],
  ["the configured number of workers", { SERVICE_WORKERS: "8" }, { workers: 8, capacity: 40, standing: 19 }],
  ["the configured queue length", { SERVICE_QUEUE: "7" }, { workers: 3, capacity: 10, standing: 6 }],
  ["no queue", { SERVICE_WORKERS: "1", SERVICE_QUEUE: "0" }, { workers: 1, capacity: 1, standing: 1 }],
])("%s", (_what, env, size) => {
  expect(poolSize(settingsFor(env), 3)).toEqual(size);
});

describe("available cores", () => {
  const V2 = "/sys/fs/cgroup/cpu.max";
  const V1_QUOTA = "/sys/fs/cgroup/cpu/cpu.cfs_quota_us";
  const V1_PERIOD = "/sys/fs/cgroup/cpu/cpu.cfs_period_us";

  test.each<[string, number, { readonly [path: string]: string }, number]>([
    ["no cgroup", 8, {}, 8],
    ["no limit in v2", 8, { [V2]: "max 100000" }, 8],
    ["two cores in v2", 8, { [V2]: "200000 100000" }, 2],
    ["two and a half cores in v2", 8, { [V2]: "250000 100000" }, 2],
    ["half a core in v2", 8, { [V2]: "50000 100000" }, 1],
    ["more than the machine has in v2", 2, { [V2]: "400000 100000" }, 2],
    ["no limit in v1", 8, { [V1_QUOTA]: "-1", [V1_PERIOD]: "100000" }, 8],
    ["three cores in v1", 8, { [V1_QUOTA]: "150000", [V1_PERIOD]: "50000" }, 3],
    ["the lower of two limits", 8, { [V2]: "500000 100000", [V1_QUOTA]: "400000", [V1_PERIOD]: "100000" }, 4],
    ["a quota without a period", 8, { [V1_QUOTA]: "100000" }, 8],
    ["text instead of numbers", 8, { [V2]: "many" }, 8],
    ["an empty file", 8, { [V2]: "" }, 8],
  ])("%s, on %i cores", (_what, parallelism, files, cores) => {
    expect(availableCores({ parallelism, read: (path) => files[path] ?? null })).toBe(cores);
  });

  test("this machine has at least one core, and no more than Node reports", () => {
    expect(availableCores()).toBeGreaterThanOrEqual(1);
    expect(availableCores()).toBeLessThanOrEqual(availableParallelism());
  });
});
