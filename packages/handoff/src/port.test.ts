import { describe, expect, test } from "vitest";
import { windowPort } from "./port.ts";

/** A window that receives simulated messages, and another that records what is posted to it. */
const createWindows = () => {
  const takes = new Set<(event: { origin: string; source: unknown; data: unknown }) => void>();
  const posted: [message: unknown, origin: string][] = [];
  const peer = {
    postMessage: (message: unknown, { targetOrigin }: { targetOrigin: string }) =>
      void posted.push([message, targetOrigin]),
  };
  const own = {
    addEventListener: (_: "message", take: (event: never) => void) => void takes.add(take as never),
    removeEventListener: (_: "message", take: (event: never) => void) => void takes.delete(take as never),
  };
  const receive = (origin: string, data: unknown, source: unknown = peer) => {
    for (const take of takes) take({ origin, source, data });
  };
  return { own, peer, posted, receive, takes };
};

describe("a port between windows", () => {
  test("hears only the other window at its origin", () => {
    const { own, peer, receive, takes } = createWindows();
    const received: unknown[] = [];
    const end = windowPort(own, peer, "https://site.example").listen((data) => received.push(data));
    receive("https://site.example", "right");
    receive("https://site.example.evil.example", "a longer name");
    receive("https://site.example:8443", "another port");
    receive("http://site.example", "another scheme");
    receive("null", "a sandbox");
    receive("https://site.example", "another window", { ...peer });
    receive("https://site.example", "no window", null);
    expect(received).toEqual(["right"]);
    end();
    expect(takes.size).toBe(0);
  });

  test("names the origin in every post", () => {
    const { own, peer, posted } = createWindows();
    windowPort(own, peer, "https://site.example").post({ type: "ping" }, []);
    expect(posted).toEqual([[{ type: "ping" }, "https://site.example"]]);
  });

  test("with several origins, binds to the first that speaks and is silent until then", () => {
    const { own, peer, posted, receive } = createWindows();
    const port = windowPort(own, peer, "http://localhost:8787", "http://127.0.0.1:8787");
    const received: unknown[] = [];
    port.listen((data) => received.push(data));
    port.post({ type: "boot" }, []);
    receive("https://evil.example", "hello");
    receive("http://127.0.0.1:8787", "hello");
    receive("http://localhost:8787", "hello too");
    port.post({ type: "ready" }, []);
    expect(received).toEqual(["hello"]);
    expect(posted).toEqual([[{ type: "ready" }, "http://127.0.0.1:8787"]]);
  });

  test.each([
    "*",
    "/",
    "null",
    "https://*",
    "https://site.example/",
    "https://SITE.example",
    "https://site.example:443",
    "http://site.example:80",
    "https://user@site.example",
    "site.example",
    "javascript://site.example",
  ])("refuses to open to %j", (origin) => {
    const { own, peer } = createWindows();
    expect(() => windowPort(own, peer, origin)).toThrow("must be named");
    expect(() => windowPort(own, peer, "https://site.example", origin)).toThrow("must be named");
  });

  test("refuses to open without an origin", () => {
    const { own, peer } = createWindows();
    expect(() => windowPort(own, peer)).toThrow("must be named");
  });

  test.each(["http://[::1]:8788", "http://localhost:443", "https://xn--bcher-kva.example"])("accepts %j", (origin) => {
    const { own, peer } = createWindows();
    expect(() => windowPort(own, peer, origin)).not.toThrow();
  });
});
