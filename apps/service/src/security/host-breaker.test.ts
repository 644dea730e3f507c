import { expect, test } from "vitest";
import { createHostBreaker, type Outcome } from "./host-breaker.ts";

const HOST = "a.test:443";

const breaking = () => {
  let now = 1_000_000;
  const breaker = createHostBreaker(() => now);
  const end = (outcome: Outcome, host = HOST) => breaker.begin(host).end(outcome);
  const fail = (times: number, host = HOST) => {
    for (let count = 0; count < times; count++) end("failed", host);
  };
  const isAsked = (host = HOST): boolean => {
    try {
      breaker.begin(host).end("unknown");
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "image_host_down" });
      return false;
    }
  };
  return { breaker, end, fail, isAsked, pass: (ms: number) => (now += ms) };
};

test("requests reach a host until it fails five times in a row", () => {
  const { breaker, end, fail, isAsked } = breaking();
  fail(4);
  end("unknown");
  end("answered");
  fail(4);
  expect([isAsked(), breaker.isOpen(HOST)]).toEqual([true, false]);
  fail(1);
  expect([isAsked(), breaker.isOpen(HOST)]).toEqual([false, true]);
  expect([isAsked("a.test:8443"), isAsked("b.test:443")]).toEqual([true, true]);
});

test("a blocked host gets one attempt a second, never two at once, until it answers", () => {
  const { breaker, fail, isAsked, pass } = breaking();
  fail(5);
  pass(999);
  expect(isAsked()).toBe(false);
  pass(1);
  const probe = breaker.begin(HOST);
  expect([isAsked(), breaker.isOpen(HOST)]).toEqual([false, false]);
  pass(5000);
  expect(isAsked()).toBe(false);
  probe.end("failed");
  expect(isAsked()).toBe(false);
  pass(1000);
  breaker.begin(HOST).end("answered");
  expect([isAsked(), isAsked()]).toEqual([true, true]);
});

test("an attempt that its client abandons is not followed by another at once", () => {
  const { isAsked, fail, pass } = breaking();
  fail(5);
  pass(1000);
  expect([isAsked(), isAsked()]).toEqual([true, false]);
  pass(1000);
  expect(isAsked()).toBe(true);
});

test("a late answer to an earlier attempt counts", () => {
  const { breaker, fail, isAsked } = breaking();
  const early = breaker.begin(HOST);
  fail(5);
  early.end("answered");
  expect(isAsked()).toBe(true);
});

test("at most a thousand hosts are remembered, and the oldest forgotten", () => {
  const { fail, isAsked } = breaking();
  for (let count = 0; count < 1000; count++) fail(5, `${count}.test:443`);
  expect(isAsked("0.test:443")).toBe(false);
  fail(5, "another.test:443");
  expect([isAsked("0.test:443"), isAsked("1.test:443"), isAsked("another.test:443")]).toEqual([true, false, false]);
});
