import { describe, expect, test } from "vitest";
import { readSettings } from "../config/read-settings.ts";

const read = (env: { readonly [name: string]: string }) => {
  const reading = readSettings(env);
  return { problems: "problems" in reading ? reading.problems : [], warnings: reading.warnings };
};

describe("the shared state settings", () => {
  test.each([
    "redis://localhost",
    "redis://localhost:6379/",
    "redis://localhost:6379/15",
    "rediss://user:p%40ss@redis.example:6380/0",
    "redis://:secret@[::1]:6379",
  ])("accept %s", (url) => {
    expect(read({ SERVICE_REDIS_URL: url, SERVICE_CACHE: "redis" })).toEqual({ problems: [], warnings: [] });
  });

  test.each([
    "localhost:6379",
    "http://localhost:6379",
    "redis:localhost",
    "redis:///0",
    "redis://localhost:70000",
    "redis://localhost/zero",
    "redis://localhost/0/1",
    "redis://localhost?db=1",
    "redis://localhost#0",
    "redis://:s%zz@localhost",
    "unix:///run/redis.sock",
  ])("refuse to start with %s, without quoting it", (url) => {
    const { problems } = read({ SERVICE_REDIS_URL: url, SERVICE_RATE_POINTS: "10" });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^SERVICE_REDIS_URL cannot be used: it must be redis:\/\/\[user:password@\]host:port\[\/database\], or rediss:/,
    );
    expect(problems[0]).not.toContain(url);
  });

  test("refuse to start with a shared cache but no Redis URL", () => {
    expect(read({ SERVICE_CACHE: "redis" }).problems).toEqual([
      "SERVICE_CACHE=redis needs an address. Set for example SERVICE_REDIS_URL=redis://localhost:6379, or SERVICE_CACHE=memory.",
    ]);
  });

  test("warn about an unused Redis URL", () => {
    const url = { SERVICE_REDIS_URL: "redis://localhost" };
    expect(read({ ...url, SERVICE_CACHE: "memory" }).warnings).toEqual([
      "SERVICE_REDIS_URL is set, but nothing uses it: set SERVICE_RATE_POINTS for limits that instances share, or SERVICE_CACHE=redis.",
    ]);
    expect(read({ ...url, SERVICE_RATE_POINTS: "1" }).warnings).toEqual([]);
  });
});
