import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { PROBLEM } from "@lumiglyph/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type AppParts, createApp } from "../app.ts";
import { multipartBody } from "../testing/multipart-body.ts";
import { openConnection, type RawResponse } from "../testing/raw-connection.ts";
import { drawnAs, httpParts } from "../testing/test-parts.ts";

const isProblem = addFormats.default(new Ajv2020({ strict: true })).compile(PROBLEM);

const running: FastifyInstance[] = [];

afterEach(async () => {
  for (const app of running.splice(0)) {
    app.server.closeAllConnections();
    await app.close();
  }
});

const start = async (parts: Partial<AppParts> = {}) => {
  const app = createApp({ ...httpParts({ SERVICE_PORT: "0" }), ...parts });
  running.push(app);
  await app.listen({ host: "127.0.0.1", port: 0 });
  return openConnection((app.server.address() as AddressInfo).port);
};

const HOST = "Host: localhost\r\n";
const POST = `POST /api/v1/render HTTP/1.1\r\n${HOST}`;

/** Asserts the parts that every error has, and gives its code. */
const problemCode = ({ status, headers, body }: RawResponse): string => {
  const problem = JSON.parse(body);
  expect(isProblem(problem), JSON.stringify(isProblem.errors)).toBe(true);
  expect(problem.status).toBe(status);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("traceparent")).toContain(problem.traceId);
  expect(headers.get("server-timing")).toContain(problem.traceId);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  return problem.code;
};

describe("bytes that are no request", () => {
  test.each([
    ["no HTTP at all", 400, "request_malformed", "hello\r\n\r\n"],
    ["an unknown method", 400, "request_malformed", `BREW / HTTP/1.1\r\n${HOST}\r\n`],
    ["a NUL in the path", 400, "request_malformed", `GET /\0 HTTP/1.1\r\n${HOST}\r\n`],
    ["a bad header", 400, "request_malformed", `GET / HTTP/1.1\r\n${HOST}bad header: 1\r\n\r\n`],
    ["two lengths", 400, "request_malformed", `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ["length and chunks", 400, "request_malformed", `${POST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ["CONNECT", 400, "request_malformed", `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`],
    ["large headers", 431, "headers_too_large", `GET / HTTP/1.1\r\n${HOST}X: ${"x".repeat(17_000)}\r\n\r\n`],
    ["a very long URL", 431, "headers_too_large", `GET /${"x".repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ])("%s: %i %s, and the connection closes", async (_what, status, code, bytes) => {
    const connection = await start();
    connection.send(bytes);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([status, code]);
    expect(response.headers.get("connection")).toBe("close");
    await connection.closed;
  });

  test.each([
    ["no Host", "GET /api/health HTTP/1.1\r\n\r\n"],
    ["two Hosts", `GET /api/health HTTP/1.1\r\n${HOST}${HOST}\r\n`],
  ])("%s is malformed HTTP/1.1", async (_what, bytes) => {
    const connection = await start();
    connection.send(bytes);
    expect(problemCode(await connection.response())).toBe("request_malformed");
  });

  test.each([
    ["an absolute target", `GET http://localhost/api/health HTTP/1.1\r\n${HOST}\r\n`],
    ["HTTP/1.0", "GET /api/health HTTP/1.0\r\n\r\n"],
    ["an upgrade that nobody offers", `GET /api/health HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`],
    ["an expectation that nobody knows", `GET /api/health HTTP/1.1\r\n${HOST}Expect: miracles\r\n\r\n`],
  ])("%s is a request", async (_what, bytes) => {
    const connection = await start();
    connection.send(bytes);
    expect((await connection.response()).status).toBe(200);
  });

  test("a chunk that is none ends an upload with 400", async () => {
    const connection = await start();
    connection.send(`${POST}Content-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\nXYZ\r\n`);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([400, "request_malformed"]);
    await connection.closed;
  });
});

describe("slow callers", () => {
  const timeouts = { headers: 300, stall: 200, request: 5000, keepAlive: 200 };

  test("headers that never end are 408", async () => {
    const connection = await start({ timeouts });
    connection.send("GET /api/health HTTP/1.1\r\nHost: loc");
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
    await connection.closed;
  });

  test.each([
    ["raw", "image/png", "PNG"],
    ["JSON", "application/json", "{"],
    [
      "multipart",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nPNG',
    ],
    ["of another type, and empty so far,", "text/plain", ""],
  ])("a body that is %s and stalls is 408", async (_what, type, begun) => {
    const connection = await start({ timeouts });
    connection.send(`${POST}Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${begun}`);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
    expect(response.headers.get("connection")).toBe("close");
    await connection.closed;
  });

  /** Sends so many bytes every 50 ms until an answer comes; gives it and the milliseconds until then. */
  const drip = async (connection: Awaited<ReturnType<typeof start>>, length: number, bytes: number) => {
    const begun = performance.now();
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: ${length}\r\n\r\n`);
    let sent = 0;
    const dripping = setInterval(() => {
      if (sent < length) connection.send("x".repeat(Math.min(bytes, length - sent)));
      sent += bytes;
    }, 50);
    const response = await connection.response();
    clearInterval(dripping);
    return { response, ms: performance.now() - begun };
  };

  test("a body that is slow but steady is read to its end", async () => {
    const { response, ms } = await drip(await start({ timeouts }), 1600, 100);
    expect(response).toMatchObject({ status: 200, body: "1600\n" });
    expect(ms).toBeGreaterThan(700);
  });

  test("a body that drips is 408 though it never stalls, hardly later than one that does", async () => {
    const { response, ms } = await drip(await start({ timeouts }), 1000, 1);
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
    expect(ms).toBeLessThan(1000);
  });

  test("a quick start does not earn a body the right to drip for long", async () => {
    const connection = await start({ timeouts });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 1000000\r\n\r\n${"x".repeat(900_000)}`);
    const begun = performance.now();
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
    expect(performance.now() - begun).toBeLessThan(1500);
  });

  describe("and an answer of 20 MB", () => {
    const renderer: AppParts["renderer"] = async () => drawnAs("x".repeat(20_000_000));

    /** Asks for it; gives the bytes that came by the time the server has closed, or that came in all. */
    const received = async (stall: number, listen: (socket: Socket) => void) => {
      const { socket: other } = await start({ renderer, timeouts: { ...timeouts, stall } });
      const socket = connect(Number(other.remotePort), "127.0.0.1");
      let bytes = 0;
      socket.on("data", (piece) => {
        bytes += piece.length;
        if (bytes > 20_000_000) socket.end();
      });
      socket.write(`${POST}Content-Type: image/png\r\nContent-Length: 4\r\n\r\nfour`);
      listen(socket);
      await once(socket, "close");
      return bytes;
    };

    test("that nobody reads is given up", async () => {
      const bytes = await received(200, (socket) => {
        socket.pause();
        setTimeout(() => socket.resume(), 1500);
      });
      // what the kernel's buffers hold
      expect(bytes).toBeLessThan(10_000_000);
    });

    test("that is read with a pause behind each piece comes whole, however long it takes", async () => {
      const begun = performance.now();
      const bytes = await received(400, (socket) =>
        socket.on("data", () => {
          socket.pause();
          setTimeout(() => socket.resume(), 5);
        }),
      );
      expect(bytes).toBeGreaterThan(20_000_000);
      expect(performance.now() - begun).toBeGreaterThan(800);
    });
  });

  test("a whole request past its time is 408", async () => {
    const connection = await start({ timeouts: { ...timeouts, headers: 100, stall: 10_000, request: 400 } });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 8\r\n\r\nx`);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
  });
});

describe("large uploads", () => {
  const settings = httpParts({ SERVICE_MAX_IMAGE_BYTES: "100000" }).settings;
  const fileHead = '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n';

  /** Sends zeros for as long as the server takes them; gives the bytes it took. */
  const pour = async (connection: Awaited<ReturnType<typeof start>>, most: number) => {
    const gone = once(connection.socket, "close").then(() => false);
    const piece = Buffer.alloc(65_536);
    let sent = 0;
    while (sent < most && !connection.socket.destroyed) {
      const taken = new Promise((resolve) => connection.socket.write(piece, () => resolve(true)));
      const left = await Promise.race([taken, gone]);
      if (left !== true) break;
      sent += piece.length;
    }
    return sent;
  };

  test.each([
    ["a raw body", "image/png", ""],
    ["a form", "multipart/form-data; boundary=b", fileHead],
    ["a JSON body", "application/json", '{"imageBase64":"'],
  ])("%s that is declared too long is 413 before a byte of it is read", async (_what, type, begun) => {
    const connection = await start({ settings });
    connection.send(`${POST}Content-Type: ${type}\r\nContent-Length: 1000000000\r\n\r\n${begun}`);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([413, "image_too_large"]);
    expect(response.headers.get("connection")).toBe("close");
    // what the kernel's buffers hold, and nothing near the gigabyte
    expect(await pour(connection, 1_000_000_000)).toBeLessThan(50_000_000);
  });

  test.each([
    ["a raw body", "image/png", ""],
    ["a form", "multipart/form-data; boundary=b", fileHead],
    ["a JSON body", "application/json", '{"imageBase64":"'],
  ])("%s that only turns out too long is 413 and is not drained", async (_what, type, begun) => {
    const connection = await start({ settings });
    connection.send(`${POST}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    if (begun !== "") connection.send(`${begun.length.toString(16)}\r\n${begun}\r\n`);
    connection.send(`${(1_000_000_000).toString(16)}\r\n`);
    const poured = pour(connection, 1_000_000_000);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([413, "image_too_large"]);
    expect(await poured).toBeLessThan(50_000_000);
  });

  test("a caller that asks first is told 413 without 100 Continue", async () => {
    const connection = await start({ settings });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n`);
    const response = await connection.response();
    expect([response.status, response.headers.get("connection")]).toEqual([413, "close"]);
  });

  test("a caller that asks first is told 100 Continue where the body is wanted", async () => {
    const connection = await start({ settings });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n`);
    expect((await connection.response()).status).toBe(100);
    connection.send("four");
    expect(await connection.response()).toMatchObject({ status: 200, body: "4\n" });
  });

  test("an upload to nowhere is 404 and is not drained", async () => {
    const connection = await start();
    connection.send(`POST /nope HTTP/1.1\r\n${HOST}Content-Length: 1000000000\r\n\r\n`);
    expect(problemCode(await connection.response())).toBe("not_found");
    expect(await pour(connection, 1_000_000_000)).toBeLessThan(50_000_000);
  });
});

describe("the places of a service", () => {
  const upload = `${POST}Content-Type: image/png\r\nContent-Length: 4\r\n`;

  /** A way to wait until the service counts so many renders under way and so many that wait. */
  const watch = async (parts: Partial<AppParts> = {}) => {
    const asking = await start(parts);
    const load = async () => {
      asking.send(`GET /api/health HTTP/1.1\r\n${HOST}\r\n`);
      return JSON.parse((await asking.response()).body).load;
    };
    const expectLoad = (busy: number, queued: number) =>
      vi.waitFor(async () => expect(await load()).toEqual({ workers: 1, busy, queued, capacity: 5 }));
    return { port: Number(asking.socket.remotePort), expectLoad };
  };

  /** A service with five renders that wait for their end, each of another image so that none shares another's. */
  const startFull = async () => {
    const renderer: AppParts["renderer"] = (_job, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const { port, expectLoad } = await watch({ renderer });
    const callers = await Promise.all(Array.from({ length: 5 }, () => openConnection(port)));
    for (const [at, one] of callers.entries()) one.send(`${upload}\r\nfou${at}`);
    await expectLoad(1, 4);
    return { port, callers, expectLoad };
  };

  test("are all taken: one more is 503, unread and without 100 Continue", async () => {
    const { port, callers } = await startFull();
    for (const expectation of ["", "Expect: 100-continue\r\n"]) {
      const connection = await openConnection(port);
      connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 1000000\r\n${expectation}\r\n`);
      const response = await connection.response();
      expect([response.status, problemCode(response)]).toEqual([503, "overloaded"]);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(response.headers.get("connection")).toBe("close");
    }
    for (const one of callers) one.socket.destroy();
  });

  test("are given back by renders whose callers go, and are then there for others", async () => {
    const { callers, expectLoad } = await startFull();
    callers[4]?.socket.destroy();
    await expectLoad(1, 3);
    for (const one of callers) one.socket.destroy();
    await expectLoad(0, 0);
  });

  test("are not held by uploads: a hundred that drip keep no render out", async () => {
    const { port, expectLoad } = await watch();
    const dripping = await Promise.all(Array.from({ length: 100 }, () => openConnection(port)));
    for (const one of dripping) one.send(`${POST}Content-Type: image/png\r\nContent-Length: 1000000\r\n\r\nx`);
    const drips = setInterval(() => {
      for (const one of dripping) one.send("x");
    }, 100);
    await expectLoad(0, 0);
    for (let count = 0; count < 20; count++) {
      const connection = await openConnection(port);
      connection.send(`${upload}\r\nfour`);
      expect((await connection.response()).status).toBe(200);
    }
    clearInterval(drips);
    for (const one of dripping) one.socket.destroy();
  });

  test("are for those who send: where memory is used up, uploads that take their time are 503", async () => {
    let skew = 0;
    const { port } = await watch({ clock: () => performance.now() + skew });
    const nearlyWhole = async () => {
      const connection = await openConnection(port);
      connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 10000000\r\n\r\n`);
      await new Promise((resolve) => connection.socket.write(Buffer.alloc(9_999_999), resolve));
      return connection;
    };
    const slow = [];
    for (let count = 0; count < 6; count++) slow.push(await nearlyWhole());
    skew = 6000;
    const others = [await nearlyWhole(), await nearlyWhole()];
    const response = await slow[0]!.response();
    expect([response.status, problemCode(response)]).toEqual([503, "overloaded"]);
    for (const one of others) one.send("x");
    for (const one of others) expect((await one.response()).status).toBe(200);
    for (const one of slow) one.socket.destroy();
  });

  test("that are taken by the time an upload is whole are 503 for it", async () => {
    const { port, expectLoad, callers } = await startFull();
    callers[0]?.socket.destroy();
    await expectLoad(1, 3);
    const [early, late] = [await openConnection(port), await openConnection(port)];
    for (const one of [early, late]) one.send(`${upload}\r\nfi`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    early.send("ve");
    await expectLoad(1, 4);
    late.send("sh");
    const response = await late.response();
    expect([response.status, problemCode(response)]).toEqual([503, "overloaded"]);
    for (const one of [...callers, early]) one.socket.destroy();
    await expectLoad(0, 0);
  });

  test("are given back by requests that are refused and by renders that fail", async () => {
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

describe("one connection", () => {
  const health = `GET /api/health HTTP/1.1\r\n${HOST}\r\n`;

  test("serves request after request, errors between them too", async () => {
    const connection = await start();
    const { headers, payload } = multipartBody([{ name: "image", value: "four", fileName: "a" }]);
    const upload = `${POST}Content-Type: ${headers["content-type"]}\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`;
    const statuses: number[] = [];
    for (const bytes of [health, upload, `GET /nope HTTP/1.1\r\n${HOST}\r\n`, upload, health]) {
      connection.send(bytes);
      statuses.push((await connection.response()).status);
    }
    expect(statuses).toEqual([200, 200, 404, 200, 200]);
  });

  test.each([
    ["a path that is not there", `POST /nope HTTP/1.1\r\n${HOST}`, 404],
    ["a wrong method", `PUT /api/health HTTP/1.1\r\n${HOST}`, 405],
    ["a type that is not taken", `${POST}Content-Type: text/plain\r\n`, 415],
    ["a body of no type", POST, 400],
    ["a form that is wrong from its first line on", `${POST}Content-Type: multipart/form-data\r\n`, 400],
  ])("outlives a short body that was sent for %s", async (_what, head, status) => {
    const connection = await start();
    connection.send(`${head}Content-Length: 230000\r\n\r\n${"x".repeat(30_000)}`);
    expect((await connection.response()).status).toBe(status);
    connection.send("x".repeat(200_000));
    connection.send(health);
    expect((await connection.response()).status).toBe(200);
  });

  test("takes pipelined requests in their order", async () => {
    const connection = await start();
    connection.send(`${health}GET /nope HTTP/1.1\r\n${HOST}\r\n${health}`);
    const statuses = [await connection.response(), await connection.response(), await connection.response()];
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test("that breaks calls its render off, and nobody counts it as a fault", async () => {
    const parts = httpParts();
    const aborted = Promise.withResolvers<void>();
    const renderer: AppParts["renderer"] = (_job, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          aborted.resolve();
          reject(signal.reason);
        });
      });
    const connection = await start({ ...parts, renderer });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 4\r\n\r\nfour`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.socket.destroy();
    await aborted.promise;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(parts.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test("that breaks in the middle of an upload leaves the service as it was", async () => {
    const parts = httpParts();
    const renderer = vi.fn(async () => drawnAs(""));
    const connection = await start({ ...parts, renderer });
    connection.send(`${POST}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000\r\n\r\n--b\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(renderer).not.toHaveBeenCalled();
    expect(parts.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

test("a service on any free port names that port in its links", async () => {
  const connection = await start();
  connection.send(`GET /nope HTTP/1.1\r\n${HOST}\r\n`);
  const { type } = JSON.parse((await connection.response()).body);
  expect(new URL(type).port).toBe(String(connection.socket.remotePort));
});
