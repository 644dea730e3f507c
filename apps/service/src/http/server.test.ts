import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { HOST, POST, problemCode, start } from "../../../../tests/support/http-raw-service.ts";
import type { AppParts } from "../app.ts";
import { multipartBody } from "../testing/multipart-body.ts";
import { httpParts, renderedAs } from "../testing/test-parts.ts";

describe("malformed HTTP", () => {
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

  test.each(["destroy", "resetAndDestroy"] as const)(
    "clients that disconnect right after a CONNECT do no harm (%s)",
    async (leave) => {
      const connection = await start();
      for (let client = 0; client < 20; client++) {
        const socket = connect(Number(connection.socket.remotePort), "127.0.0.1");
        socket.write(`CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`, () => socket[leave]());
        await once(socket, "close");
      }
      connection.send(`GET /api/health HTTP/1.1\r\n${HOST}\r\n`);
      expect((await connection.response()).status).toBe(200);
    },
  );

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
    ["an unsupported upgrade", `GET /api/health HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`],
    ["an unknown expectation", `GET /api/health HTTP/1.1\r\n${HOST}Expect: miracles\r\n\r\n`],
  ])("%s is a valid request", async (_what, bytes) => {
    const connection = await start();
    connection.send(bytes);
    expect((await connection.response()).status).toBe(200);
  });

  test("an invalid chunk ends an upload with 400", async () => {
    const connection = await start();
    connection.send(`${POST}Content-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\nXYZ\r\n`);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([400, "request_malformed"]);
    await connection.closed;
  });
});

describe("a connection", () => {
  const health = `GET /api/health HTTP/1.1\r\n${HOST}\r\n`;

  test("serves several requests, even after errors", async () => {
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
    ["an unknown path", `POST /nope HTTP/1.1\r\n${HOST}`, 404],
    ["a wrong method", `PUT /api/health HTTP/1.1\r\n${HOST}`, 405],
    ["an unsupported type", `${POST}Content-Type: text/plain\r\n`, 415],
    ["a body without a type", POST, 400],
    ["a form that is malformed from its first line", `${POST}Content-Type: multipart/form-data\r\n`, 400],
  ])("stays open after a short body with %s", async (_what, head, status) => {
    const connection = await start();
    connection.send(`${head}Content-Length: 230000\r\n\r\n${"x".repeat(30_000)}`);
    expect((await connection.response()).status).toBe(status);
    connection.send("x".repeat(200_000));
    connection.send(health);
    expect((await connection.response()).status).toBe(200);
  });

  test("answers pipelined requests in order", async () => {
    const connection = await start();
    connection.send(`${health}GET /nope HTTP/1.1\r\n${HOST}\r\n${health}`);
    const statuses = [await connection.response(), await connection.response(), await connection.response()];
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test("aborts its render when it breaks, without logging an error", async () => {
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

  test("can break during an upload without affecting the service", async () => {
    const parts = httpParts();
    const renderer = vi.fn(async () => renderedAs(""));
    const connection = await start({ ...parts, renderer });
    connection.send(`${POST}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000\r\n\r\n--b\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    connection.socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(renderer).not.toHaveBeenCalled();
    expect(parts.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

test("a service on port 0 uses the actual port in its links", async () => {
  const connection = await start();
  connection.send(`GET /nope HTTP/1.1\r\n${HOST}\r\n`);
  const { type } = JSON.parse((await connection.response()).body);
  expect(new URL(type).port).toBe(String(connection.socket.remotePort));
});
