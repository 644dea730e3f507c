import fc from "fast-check";
import { expect, test } from "vitest";
import { cacheControl, cachingOf, strictest, UNSAID } from "./source-caching.ts";

const OURS = { age: 3600, stale: 86_400 };
const NOW = Date.UTC(2026, 10, 19, 12);
const said = (headers: Parameters<typeof cachingOf>[0]) => cacheControl(OURS, cachingOf(headers, NOW));
const control = (value: string) => said({ "cache-control": value });

test.each([
  ["PRIVATE, Max-Age=7", "private, max-age=7"],
  ['max-age="7"', "public, max-age=7"],
  ["max-age=7, max-age=60", "public, max-age=7"],
  ["max-age=-1", "public, max-age=0"],
  ["max-age=abc", "public, max-age=0"],
  ["max-age", "public, max-age=0"],
  ['private="set-cookie", max-age=7', "private, max-age=7"],
  ["private, no-cache", "private, no-cache"],
  ["max-age=0, no-store", "no-store"],
  ["max-age=99999999999999999999", "public, max-age=3600, stale-while-revalidate=86400, stale-if-error=86400"],
  ["s-maxage=60", "public, max-age=3600, s-maxage=60"],
  ["private, s-maxage=60", "private, max-age=3600"],
  ["max-age=0, s-maxage=60", "public, max-age=0, s-maxage=60"],
  ["max-age=60, stale-if-error=9", "public, max-age=60, stale-if-error=9"],
  ["must-revalidate", "public, max-age=3600, must-revalidate"],
  ["public, immutable, nonsense", said({})],
])("%s → %s", (value, ours) => {
  expect(control(value)).toBe(ours);
});

test("an invalid `Expires` is in the past; without a `Date` it counts from now; `max-age` takes precedence", () => {
  expect(said({ expires: "0" })).toBe("public, max-age=0");
  expect(said({ expires: "Thu, 19 Nov 2026 12:00:30 GMT" })).toBe("public, max-age=30");
  expect(said({ expires: "0", "cache-control": "max-age=7" })).toBe("public, max-age=7");
});

test("only `*` in `Vary` matters", () => {
  expect(said({ vary: "accept, cookie" })).toBe(said({}));
  expect(said({ vary: "accept, *" })).toBe("public, no-cache");
});

test("the stricter headers of redirect and image count, and missing ones set no bound", () => {
  const one = cachingOf({ "cache-control": "private, max-age=60, stale-while-revalidate=5" }, NOW);
  const other = cachingOf({ "cache-control": "max-age=30, stale-while-revalidate=50" }, NOW);
  expect(cacheControl(OURS, strictest(one, other))).toBe("private, max-age=30, stale-while-revalidate=5");
  expect(strictest(one, UNSAID)).toEqual(one);
});

test("no copy is kept longer than its host allows", () => {
  const seconds = fc.nat({ max: 200_000 });
  fc.assert(
    fc.property(seconds, seconds, seconds, seconds, (age, stale, lifetime, more) => {
      const source = cachingOf({ "cache-control": `max-age=${lifetime}, stale-while-revalidate=${more}` }, NOW);
      const ours = cacheControl({ age, stale }, source);
      const [fresh = 0, after = 0] = ["max-age", "stale-while-revalidate"].map((name) =>
        Number(new RegExp(`\\b${name}=(\\d+)`).exec(ours)?.[1] ?? 0),
      );
      expect(fresh).toBe(Math.min(age, lifetime));
      expect(after).toBeLessThanOrEqual(stale);
      expect(fresh + after).toBeLessThanOrEqual(lifetime + more);
    }),
  );
});
