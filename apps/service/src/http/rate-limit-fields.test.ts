import { describe, expect, test } from "vitest";
import { rateLimitFields } from "./evidence-headers.ts";

const points = { quota: 120, windowSeconds: 60, left: 87, resetSeconds: 23 };
const atOnce = { limit: 4, left: 3 };

describe("the fields of a client's limits", () => {
  test("are none where no limit is on", () => {
    expect(rateLimitFields({ points: null, atOnce: null, waitSeconds: null })).toEqual({});
  });

  test("name the points with their window", () => {
    expect(rateLimitFields({ points, atOnce: null, waitSeconds: null })).toEqual({
      "ratelimit-policy": '"render";q=120;w=60',
      ratelimit: '"render";r=87;t=23',
    });
  });

  test("name the renders at once in their own unit", () => {
    expect(rateLimitFields({ points: null, atOnce, waitSeconds: null })).toEqual({
      "ratelimit-policy": '"at-once";q=4;qu="concurrent-requests"',
      ratelimit: '"at-once";r=3',
    });
  });

  test("are lists where both limits are on, with Retry-After where the client was refused", () => {
    const refused = { points: { ...points, left: 0 }, atOnce, waitSeconds: 23 };
    expect(rateLimitFields(refused)).toEqual({
      "ratelimit-policy": '"render";q=120;w=60, "at-once";q=4;qu="concurrent-requests"',
      ratelimit: '"render";r=0;t=23, "at-once";r=3',
      "retry-after": "23",
    });
  });
});
