import { describe, expect, it } from "vitest";
import { createFailedHosts } from "./network-fetcher.ts";

const remembering = () => {
  let now = 1_000_000;
  const hosts = createFailedHosts(() => now);
  return { hosts, pass: (ms: number) => (now += ms) };
};

const refused = new Error("connection refused");
const slow = new Error("too slow");

describe("failed hosts", () => {
  it("are remembered for thirty seconds, each with its own failure", () => {
    const { hosts, pass } = remembering();
    hosts.remember("a.test:443", refused);
    hosts.remember("b.test:443", slow);
    expect([hosts.recall("a.test:443"), hosts.recall("b.test:443")]).toEqual([refused, slow]);
    pass(29_999);
    expect(hosts.recall("a.test:443")).toBe(refused);
    pass(1);
    expect(hosts.recall("a.test:443")).toBeNull();
  });

  it("are known by name and port, and no other is", () => {
    const { hosts } = remembering();
    hosts.remember("a.test:443", refused);
    expect([hosts.recall("a.test:8443"), hosts.recall("b.test:443")]).toEqual([null, null]);
  });

  it("that fail again are remembered from then on", () => {
    const { hosts, pass } = remembering();
    hosts.remember("a.test:443", refused);
    pass(20_000);
    hosts.remember("a.test:443", slow);
    pass(20_000);
    expect(hosts.recall("a.test:443")).toBe(slow);
  });

  it("are forgotten once they can be reached", () => {
    const { hosts } = remembering();
    hosts.remember("a.test:443", refused);
    hosts.forget("a.test:443");
    expect(hosts.recall("a.test:443")).toBeNull();
  });

  it("are a thousand at most, of which the oldest make room", () => {
    const { hosts } = remembering();
    for (let count = 0; count < 1000; count++) hosts.remember(`${count}.test:443`, refused);
    hosts.remember("0.test:443", slow);
    expect(hosts.recall("1.test:443")).toBe(refused);
    hosts.remember("another.test:443", refused);
    expect(hosts.recall("1.test:443")).toBeNull();
    expect([hosts.recall("0.test:443"), hosts.recall("2.test:443")]).toEqual([slow, refused]);
  });
});
