import { expect, test } from "vitest";
import { settingsFor } from "../testing/test-parts.ts";
import { poolSize } from "./pool-size.ts";

test.each([
  ["a worker for each core and four places behind each", {}, { workers: 3, capacity: 15 }],
  ["as many workers as are set", { SERVICE_WORKERS: "8" }, { workers: 8, capacity: 40 }],
  ["as long a queue as is set", { SERVICE_QUEUE: "7" }, { workers: 3, capacity: 10 }],
  ["no queue at all", { SERVICE_WORKERS: "1", SERVICE_QUEUE: "0" }, { workers: 1, capacity: 1 }],
])("%s", (_what, env, size) => {
  expect(poolSize(settingsFor(env), 3)).toEqual(size);
});
