import { describe, expect, test } from "vitest";
import { HOST, POST, problemCode, start } from "../../../../tests/support/http-raw-service.ts";
import type { AppParts } from "../app.ts";
import { openConnection } from "../testing/raw-connection.ts";

describe("queue places", () => {
  const upload = `${POST}Content-Type: image/png\r\nContent-Length: 4\r\n`;

  /** Waits until the service counts this many running and waiting renders. */
  const watch = async (parts: Partial<AppParts> = {}) => {
    const probe = await start(parts);
    const load = async () => {
      probe.send(`GET /api/health HTTP/1.1\r\n${HOST}\r\n`);
      return JSON.parse((await probe.response()).body).load;
    };
    const expectLoad = (busy: number, queued: number) =>
      expect.poll(() => load()).toEqual({ workers: 1, busy, queued, capacity: 5 });
    return { port: Number(probe.socket.remotePort), expectLoad };
  };

  /** A service with five pending renders, each of a different image so that none are coalesced. */
  const startFull = async () => {
    const renderer: AppParts["renderer"] = (_job, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const { port, expectLoad } = await watch({ renderer });
    const clients = await Promise.all(Array.from({ length: 5 }, () => openConnection(port)));
    for (const [at, one] of clients.entries()) one.send(`${upload}\r\nfou${at}`);
    await expectLoad(1, 4);
    return { port, clients, expectLoad };
  };

  test("if all are taken, another request gets 503, without reading its body or sending 100 Continue", async () => {
    const { port, clients } = await startFull();
    for (const expectation of ["", "Expect: 100-continue\r\n"]) {
      const connection = await openConnection(port);
      connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 1000000\r\n${expectation}\r\n`);
      const response = await connection.response();
      expect([response.status, problemCode(response)]).toEqual([503, "overloaded"]);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(response.headers.get("connection")).toBe("close");
    }
    for (const one of clients) one.socket.destroy();
  });

  test("become free when clients disconnect", async () => {
    const { clients, expectLoad } = await startFull();
    clients[4]?.socket.destroy();
    await expectLoad(1, 3);
    for (const one of clients) one.socket.destroy();
    await expectLoad(0, 0);
  });

  test("are not held by uploads: a hundred slow uploads do not block a render", async () => {
    const { port, expectLoad } = await watch();
    const dripping = await Promise.all(Array.from({ length: 100 }, () => openConnection(port)));
    for (const one of dripping) one.send(`${POST}Content-Type: image/png\r\nContent-Length: 1000000\r\n\r\nx`);
    const trickle = setInterval(() => {
      for (const one of dripping) one.send("x");
    }, 100);
    await expectLoad(0, 0);
    for (let count = 0; count < 20; count++) {
      const connection = await openConnection(port);
      connection.send(`${upload}\r\nfour`);
      expect((await connection.response()).status).toBe(200);
    }
    clearInterval(trickle);
    for (const one of dripping) one.socket.destroy();
  });

  test("when upload memory is used up, slow uploads get 503", async () => {
    let now = 0;
    const { port } = await watch({ clock: () => now });
    const nearlyWhole = async () => {
      const connection = await openConnection(port);
      connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 10000000\r\n\r\n`);
      await new Promise((resolve) => connection.socket.write(Buffer.alloc(9_999_999), resolve));
      return connection;
    };
    const slow = [];
    for (let count = 0; count < 6; count++) slow.push(await nearlyWhole());
    now = 6000;
    const others = [await nearlyWhole(), await nearlyWhole()];
    const response = await slow[0]!.response();
    expect([response.status, problemCode(response)]).toEqual([503, "overloaded"]);
    for (const one of others) one.send("x");
    for (const one of others) expect((await one.response()).status).toBe(200);
    for (const one of slow) one.socket.destroy();
  });

  test("an upload gets 503 if all places are taken by the time it is complete", async () => {
    const { port, expectLoad, clients } = await startFull();
    clients[0]?.socket.destroy();
    await expectLoad(1, 3);
    const [early, late] = [await openConnection(port), await openConnection(port)];
    for (const one of [early, late]) one.send(`${upload}\r\nfi`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    early.send("ve");
    await expectLoad(1, 4);
    late.send("sh");
    const response = await late.response();
    expect([response.status, problemCode(response)]).toEqual([503, "overloaded"]);
    for (const one of [...clients, early]) one.socket.destroy();
    await expectLoad(0, 0);
  });

  test("become free after rejected requests and failed renders", async () => {
    const renderer = () => Promise.reject(new Error("broken"));
    const connection = await start({ renderer });
    const statuses = new Set<number>();
    for (let count = 0; count < 12; count++) {
      const type = ["text/plain", "image/png"][count % 2];
      connection.send(`${POST}Content-Type: ${type}\r\nContent-Length: 4\r\n\r\nfour`);
      statuses.add((await connection.response()).status);
    }
    expect([...statuses]).toEqual([415, 500]);
  });
});
