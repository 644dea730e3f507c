import { Refusal } from "@lumiglyph/contract";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { OPERATOR } from "./client.ts";
import { createClientLimits, type LimitStatus } from "./client-limits.ts";
import { createMemoryCounter } from "./point-counter.ts";

let now = 0;
const clock = () => now;
beforeEach(() => {
  now = 0;
});

const limited = (points: number, atOnce: number) => {
  const limits = createClientLimits({ points, atOnce }, createMemoryCounter(points, clock));
  const statuses: LimitStatus[] = [];
  /** A render; resolves with its cost. */
  const render = async (work: () => Promise<number> = async () => 1, client = "a"): Promise<string> => {
    try {
      const admission = await limits.admit(client, (status) => statuses.push(status));
      try {
        admission.charge(await work());
        return "drawn";
      } finally {
        admission.leave();
      }
    } catch (error) {
      return error instanceof Refusal ? error.code : String((error as Error).message);
    }
  };
  const left = () => statuses.at(-1)?.points?.left;
  return { render, statuses, left };
};

test("a render counts as concurrent until its response is sent", async () => {
  const limits = createClientLimits({ points: 0, atOnce: 1 }, createMemoryCounter(0, clock));
  const statuses: LimitStatus[] = [];
  let sent = () => {};
  (await limits.admit("a", (status) => statuses.push(status))).leave((end) => {
    sent = end;
  });
  // by the time the client reads this status, the response is sent
  expect(statuses.at(-1)?.atOnce).toEqual({ limit: 1, left: 1 });
  await expect(limits.admit("a", () => {})).rejects.toThrow("1 render under way");
  sent();
  (await limits.admit("a", () => {})).leave();
});

const fails = () => Promise.reject(new Error("broken"));

describe("points", () => {
  test("are deducted by the actual cost of a render and reported in the response", async () => {
    const { render, statuses } = limited(120, 0);
    expect(await render(async () => 3)).toBe("drawn");
    expect(statuses).toEqual([
      { points: { quota: 120, windowSeconds: 60, left: 117, resetSeconds: 62 }, atOnce: null, waitSeconds: null },
    ]);
  });

  test("once spent, reject the next render before it starts, until a minute has passed", async () => {
    const { render, statuses } = limited(2, 0);
    expect([await render(), await render()]).toEqual(["drawn", "drawn"]);
    now = 36_500;
    const work = vi.fn(async () => 1);
    expect(await render(work)).toBe("rate_limited");
    expect(work).not.toHaveBeenCalled();
    expect(statuses.at(-1)).toEqual({
      points: { quota: 2, windowSeconds: 60, left: 0, resetSeconds: 26 },
      atOnce: null,
      waitSeconds: 26,
    });
    now = 62_000;
    expect(await render(work)).toBe("drawn");
  });

  test("are counted per client", async () => {
    const { render } = limited(1, 0);
    expect([await render(), await render(), await render(undefined, "b")]).toEqual(["drawn", "rate_limited", "drawn"]);
  });

  test("may be overdrawn by the last render, so that no upload is wasted", async () => {
    const { render, left } = limited(3, 0);
    expect(await render(async () => 8)).toBe("drawn");
    expect(left()).toBe(0);
    expect(await render()).toBe("rate_limited");
  });

  test("admit exactly as many concurrent renders as there are points", async () => {
    const { render } = limited(10, 0);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => render()));
    expect(outcomes.filter((outcome) => outcome === "drawn")).toHaveLength(10);
  });
});

describe("concurrent renders", () => {
  test("are rejected above the limit and admitted again when one finishes", async () => {
    const { render, statuses } = limited(0, 2);
    const held = Promise.withResolvers<number>();
    const first = render(() => held.promise);
    const second = render(() => held.promise);
    expect(await render()).toBe("rate_limited");
    expect(statuses).toEqual([{ points: null, atOnce: { limit: 2, left: 0 }, waitSeconds: 1 }]);
    expect(await render(undefined, "b")).toBe("drawn");
    held.resolve(1);
    expect([await first, await second, await render()]).toEqual(["drawn", "drawn", "drawn"]);
    expect(statuses.at(-1)).toEqual({ points: null, atOnce: { limit: 2, left: 2 }, waitSeconds: null });
  });

  test("release their slot if they fail", async () => {
    const { render } = limited(0, 1);
    for (let time = 0; time < 3; time++) expect(await render(fails)).toBe("broken");
    expect(await render()).toBe("drawn");
  });

  test("cost no points if rejected", async () => {
    const { render, left } = limited(10, 1);
    const held = Promise.withResolvers<number>();
    const first = render(() => held.promise);
    expect(await render()).toBe("rate_limited");
    held.resolve(1);
    await first;
    expect(left()).toBe(9);
  });

  test("release their slot if the client has no points", async () => {
    const { render } = limited(1, 1);
    expect([await render(), await render(), await render()]).toEqual(["drawn", "rate_limited", "rate_limited"]);
    now = 62_000;
    expect(await render()).toBe("drawn");
  });
});

test("a client refused because Redis is unreachable gets the reason and a short retry time", async () => {
  const refused = { isTaken: false, isExact: false, left: 0, msLeft: 1000 };
  const limits = createClientLimits({ points: 5, atOnce: 0 }, { take: async () => refused, charge: () => refused });
  const statuses: LimitStatus[] = [];
  const admitted = limits.admit("a", (status) => statuses.push(status));
  await expect(admitted).rejects.toThrow("cannot be counted at the moment, so each gets one render until they can");
  expect(statuses).toEqual([
    { points: { quota: 5, windowSeconds: 60, left: 0, resetSeconds: 1 }, atOnce: null, waitSeconds: 1 },
  ]);
});

test("with both limits off, rejects and reports nothing", async () => {
  const { render, statuses } = limited(0, 0);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => render()));
  expect(new Set(outcomes)).toEqual(new Set(["drawn"]));
  expect(new Set(statuses.map((status) => JSON.stringify(status)))).toEqual(
    new Set(['{"points":null,"atOnce":null,"waitSeconds":null}']),
  );
});

test("the operator has no limits and gets no limit headers", async () => {
  const { render, statuses } = limited(1, 1);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => render(async () => 8, OPERATOR)));
  expect([new Set(outcomes), statuses]).toEqual([new Set(["drawn"]), []]);
});

test("counts each request as admitted or rejected", async () => {
  const decisions: boolean[] = [];
  const limits = createClientLimits({ points: 1, atOnce: 0 }, createMemoryCounter(1, clock), (is) =>
    decisions.push(is),
  );
  (await limits.admit("a", () => {})).leave();
  await expect(limits.admit("a", () => {})).rejects.toThrow(Refusal);
  expect(decisions).toEqual([true, false]);
});
