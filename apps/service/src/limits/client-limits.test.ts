import { Refusal } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { OPERATOR } from "./client.ts";
import { createClientLimits, type LimitStatus } from "./client-limits.ts";
import { createMemoryCounter } from "./point-counter.ts";

const limited = (points: number, atOnce: number) => {
  const time = { now: 0 };
  const decisions: boolean[] = [];
  const statuses: LimitStatus[] = [];
  const counter = createMemoryCounter(
    () => points,
    () => time.now,
  );
  const limits = createClientLimits({ points, atOnce }, counter, (is) => decisions.push(is));
  const admit = (client = "a") => limits.admit(client, (status) => statuses.push(status));
  /** A render of this cost. */
  const render = async (cost = 1, client = "a"): Promise<string> => {
    try {
      const { charge, leave } = await admit(client);
      charge(cost);
      leave();
      return "drawn";
    } catch (error) {
      return error instanceof Refusal ? error.code : String(error);
    }
  };
  return { time, decisions, statuses, limits, admit, render };
};

test("a response has the points left after the render's cost, and the time until there is one more", async () => {
  const { time, render, statuses } = limited(120, 0);
  time.now = 1000;
  expect(await render(3)).toBe("drawn");
  const points = { quota: 120, windowSeconds: 60, left: 117, resetSeconds: 1 };
  expect(statuses).toEqual([{ points, atOnce: null, waitSeconds: null }]);
});

test("a client without points is refused until the time in the refusal has passed", async () => {
  const { time, render, statuses, decisions } = limited(2, 0);
  expect([await render(), await render(), await render(1, "b")]).toEqual(["drawn", "drawn", "drawn"]);
  time.now = 12_500;
  expect(await render()).toBe("rate_limited");
  expect(decisions).toEqual([true, true, true, false]);
  const points = { quota: 2, windowSeconds: 60, left: 0, resetSeconds: 18 };
  expect(statuses.at(-1)).toEqual({ points, atOnce: null, waitSeconds: 18 });
  time.now = 30_000;
  expect([await render(), await render()]).toEqual(["drawn", "rate_limited"]);
});

test("renders at once are refused above the limit, at no cost, until a response is sent", async () => {
  const { admit, render, statuses, limits } = limited(9, 2);
  let sent = () => {};
  const [first] = [await admit(), await admit()];
  expect([await render(), await render(1, "b")]).toEqual(["rate_limited", "drawn"]);
  expect(statuses[0]).toEqual({ points: null, atOnce: { limit: 2, left: 0 }, waitSeconds: 1 });
  first.leave((end) => {
    sent = end;
  });
  // by the time the client reads this status, the response is sent
  expect(statuses.at(-1)).toMatchObject({ points: { left: 8 }, atOnce: { left: 1 }, waitSeconds: null });
  expect(await render()).toBe("rate_limited");
  sent();
  expect(await render()).toBe("drawn");
  limits.hold("a", () => {});
  await expect(admit()).rejects.toThrow("2 renders in progress");
});

test("a client that has no points does not count as rendering", async () => {
  const { time, render } = limited(1, 1);
  expect([await render(), await render(), await render()]).toEqual(["drawn", "rate_limited", "rate_limited"]);
  time.now = 60_000;
  expect(await render()).toBe("drawn");
});

test.each([
  ["without limits", 0, "a", [{ points: null, atOnce: null, waitSeconds: null }]],
  ["the operator", 1, OPERATOR, []],
])("%s renders as often as it likes, with no word of limits", async (_, limit, client, expected) => {
  const { render, statuses } = limited(limit, limit);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => render(8, client)));
  expect(new Set(outcomes)).toEqual(new Set(["drawn"]));
  expect(statuses.slice(0, 1)).toEqual(expected);
});
