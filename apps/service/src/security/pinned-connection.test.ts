import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectPinned, type Dial } from "./network-fetcher.ts";
import { createPins } from "./pins.ts";

/** A listener that takes everything and says nothing. */
let silent: Server;
let bytes = 0;
let closed = 0;

beforeAll(async () => {
  silent = createServer((socket) => {
    socket.on("data", (piece) => {
      bytes += piece.length;
    });
    socket.on("error", () => {}).on("close", () => closed++);
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
});

beforeEach(() => {
  bytes = 0;
  closed = 0;
});

afterAll(() => new Promise((resolve) => silent.close(resolve)));

const portOf = () => (silent.address() as AddressInfo).port;
const loopback = () => createPins(async () => ["127.0.0.1"], true);

describe("a pinned connection", () => {
  it("sends not a byte to an address that was not resolved", async () => {
    // somewhere between the answer and the connection the name has moved
    const dial: Dial = ({ port, lookup }) =>
      connect({
        host: "moved.test",
        port,
        lookup: (_name, _options, done) =>
          lookup("a.test", {}, () => done(null, [{ address: "127.0.0.1", family: 4 }])),
      });
    const pins = createPins(async () => ["127.0.0.9"], true);
    const opening = connectPinned("a.test", portOf(), { pins, timeoutMs: 2000, tls: {}, dial });
    await expect(opening).rejects.toMatchObject({ cause: "connected to an address that was not resolved" });
    await expect.poll(() => closed).toBe(1);
    expect(bytes).toBe(0);
  });

  it("is given up when resolving, connecting and shaking hands take too long together", async () => {
    const slowly = createPins(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return ["127.0.0.1"];
    }, true);
    const begun = performance.now();
    const opening = connectPinned("a.test", portOf(), { pins: slowly, timeoutMs: 700, tls: {} });
    await expect(opening).rejects.toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });
    expect(performance.now() - begun).toBeLessThan(1150);
    await expect.poll(() => closed).toBe(1);
    expect(bytes).toBeGreaterThan(0);
  });

  it("is given up when its name is never resolved", async () => {
    const pins = createPins(() => new Promise(() => {}), true);
    const opening = connectPinned("a.test", portOf(), { pins, timeoutMs: 50, tls: {} });
    await expect(opening).rejects.toMatchObject({ code: "UND_ERR_CONNECT_TIMEOUT" });
  });

  it("fails with what the network says", async () => {
    const port = await freePort();
    const opening = connectPinned("a.test", port, { pins: loopback(), timeoutMs: 2000, tls: {} });
    await expect(opening).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};
