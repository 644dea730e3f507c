import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { POST, problemCode, start } from "../../../../tests/support/http-raw-service.ts";
import type { AppParts } from "../app.ts";
import { openConnection, type RawConnection } from "../testing/raw-connection.ts";
import { httpParts, renderedAs } from "../testing/test-parts.ts";

describe("slow clients", () => {
  const timeouts = { headers: 300, stall: 200, unread: 200, request: 5000, keepAlive: 200 };

  test("endless headers get 408", async () => {
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
  ])("a body that is %s and stalls gets 408", async (_what, type, begun) => {
    const connection = await start({ timeouts });
    connection.send(`${POST}Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${begun}`);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
    expect(response.headers.get("connection")).toBe("close");
    await connection.closed;
  });

  /** Sends this many bytes every 50 ms until a response arrives; returns it and the elapsed milliseconds. */
  const drip = async (connection: RawConnection, length: number, bytes: number) => {
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

  test("a slow but steady body is read to its end", async () => {
    // a busy machine may be half a second late for a piece
    const { response, ms } = await drip(await start({ timeouts: { ...timeouts, stall: 800 } }), 3200, 100);
    expect(response).toMatchObject({ status: 200, body: "3200\n" });
    expect(ms).toBeGreaterThan(1400);
  });

  test("a trickling body gets 408 almost as soon as a stalled one, although it never stalls", async () => {
    const { response, ms } = await drip(await start({ timeouts }), 1000, 1);
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
    expect(ms).toBeLessThan(4000);
  });

  test("a fast start does not let a body trickle for longer", async () => {
    const connection = await start({ timeouts });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 1000000\r\n\r\n${"x".repeat(900_000)}`);
    const begun = performance.now();
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
    expect(performance.now() - begun).toBeLessThan(4000);
  });

  test("the rest of a refused body may not trickle for longer either", async () => {
    const connection = await start({ timeouts });
    connection.send("POST /nope HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n");
    expect((await connection.response()).status).toBe(404);
    const begun = performance.now();
    const dripping = setInterval(() => connection.socket.write("x"), 20);
    // the server may answer unread bytes with a reset
    await connection.closed.catch(() => {});
    clearInterval(dripping);
    expect(performance.now() - begun).toBeLessThan(4000);
  });

  test("a refused body that arrives quickly keeps its connection open", async () => {
    const connection = await start({ timeouts: { ...timeouts, keepAlive: 2000 } });
    connection.send("POST /nope HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n");
    expect((await connection.response()).status).toBe(404);
    connection.send("four");
    await wait(400);
    connection.send("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect((await connection.response()).status).toBe(200);
  });

  describe("with a large response", () => {
    /** Requests a response of this size; returns the bytes received by the time the server closed, or in total. */
    const received = async (size: number, unread: number, listen: (socket: Socket) => void) => {
      const renderer: AppParts["renderer"] = async () => renderedAs("x".repeat(size));
      const { socket: other } = await start({ renderer, timeouts: { ...timeouts, unread } });
      const socket = connect(Number(other.remotePort), "127.0.0.1");
      let bytes = 0;
      socket.on("data", (piece) => {
        bytes += piece.length;
        if (bytes > size) socket.end();
      });
      socket.write(`${POST}Content-Type: image/png\r\nContent-Length: 4\r\n\r\nfour`);
      listen(socket);
      // the server may have unread bytes, and then resets the connection
      await once(socket, "close").catch(() => {});
      return bytes;
    };

    test("aborts within the limit if the client stops reading", async () => {
      const bytes = await received(20_000_000, 2000, (socket) => {
        socket.pause();
        setTimeout(() => socket.resume(), 3000);
      });
      // only the size of the kernel's buffers
      expect(bytes).toBeLessThan(10_000_000);
    });

    test("aborts within the limit if the client keeps sending but never reads", async () => {
      for (const sent of ["\r\n", "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"]) {
        const begun = performance.now();
        const bytes = await received(20_000_000, 1000, (socket) => {
          socket.pause();
          const sending = setInterval(() => socket.write(sent), 50);
          setTimeout(() => socket.resume(), 2500);
          socket.once("close", () => clearInterval(sending));
        });
        expect(bytes).toBeLessThan(10_000_000);
        expect(performance.now() - begun).toBeLessThan(10_000);
      }
    });

    test("counts as a concurrent render until it is read or aborted", async () => {
      const settings = { SERVICE_PORT: "0", SERVICE_CLIENT_CONCURRENCY: "1" };
      let drawn = 0;
      const { socket: other } = await start({
        ...httpParts(settings),
        renderer: async () => renderedAs("x".repeat(drawn++ === 0 ? 20_000_000 : 4)),
      });
      const ask = async () => {
        const connection = await openConnection(Number(other.remotePort));
        connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 4\r\n\r\nfour`);
        return connection;
      };
      const deaf = connect(Number(other.remotePort), "127.0.0.1");
      deaf.write(`${POST}Content-Type: image/png\r\nContent-Length: 4\r\n\r\nfour`);
      await once(deaf, "readable");
      const refused = await (await ask()).response();
      expect([refused.status, problemCode(refused)]).toEqual([429, "rate_limited"]);
      deaf.destroy();
      await expect.poll(async () => (await (await ask()).response()).status).toBe(200);
      // reading a response makes room for the next at once
      expect((await (await ask()).response()).status).toBe(200);
    });

    test.each([
      ["all of them drawn", {}, 64],
      ["the last of them refused", { columns: "x" }, 63],
    ])(
      "of a batch of tool calls, %s, counts as one of its client's renders at once until it is read, or given up",
      async (_what, more, count) => {
        const settings = { SERVICE_PORT: "0", SERVICE_CLIENT_CONCURRENCY: "1", SERVICE_MCP_BATCH: "64" };
        let drawn = 0;
        const { socket: other } = await start({
          ...httpParts(settings),
          renderer: async () => renderedAs("x".repeat(drawn++ < count ? 400_000 : 4)),
        });
        const port = Number(other.remotePort);
        const message = (id: number) => {
          const args = { imageBase64: "Zm91cg==", maxCharacters: 500_000, ...(id === 64 ? more : {}) };
          return { jsonrpc: "2.0", id, method: "tools/call", params: { name: "render_ascii", arguments: args } };
        };
        const post = (body: string) =>
          `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
        const deaf = connect(port, "127.0.0.1");
        deaf.write(post(JSON.stringify(Array.from({ length: 64 }, (_, at) => message(at + 1)))));
        await once(deaf, "readable");
        expect(drawn).toBe(count);
        const ask = async () => {
          const connection = await openConnection(port);
          connection.send(post(JSON.stringify(message(1))));
          return JSON.parse((await connection.response()).body).result;
        };
        expect(await ask()).toMatchObject({ isError: true, _meta: { "lumiglyph/error": { code: "rate_limited" } } });
        deaf.destroy();
        await expect.poll(async () => (await ask()).isError ?? false).toBe(false);
      },
    );

    test("completes if the client pauses after each chunk, however long it takes", async () => {
      const begun = performance.now();
      const bytes = await received(40_000_000, 5000, (socket) =>
        socket.on("data", () => {
          socket.pause();
          setTimeout(() => socket.resume(), 10);
        }),
      );
      expect(bytes).toBeGreaterThan(40_000_000);
      expect(performance.now() - begun).toBeGreaterThan(5000);
    });
  });

  test.each([
    ["", "destroy"],
    ["CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", "end"],
  ] as const)(
    "requests that wait behind another on their connection count no longer than that (%j)",
    async (last, leave) => {
      const settings = { SERVICE_PORT: "0", SERVICE_CLIENT_CONCURRENCY: "2" };
      const drawn = Promise.withResolvers<ReturnType<typeof renderedAs>>();
      const asked: string[] = [];
      const connection = await start({
        ...httpParts(settings),
        renderer: ({ options }) => {
          asked.push(String(options.columns));
          // the delay makes requests that are sent together overlap
          return asked.length <= 2 ? drawn.promise : wait(300).then(() => renderedAs("art"));
        },
        size: { workers: 4, capacity: 8 },
      });
      const ask = (columns: number) =>
        `POST /api/v1/render?columns=${columns} HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: 4\r\n\r\nfour`;
      connection.send(ask(8) + ask(9));
      await expect.poll(() => asked).toEqual(["8", "9"]);
      const port = Number(connection.socket.remotePort);
      connection.send(last);
      connection.socket[leave]();
      await connection.closed.catch(() => {});
      drawn.resolve(renderedAs("art"));
      const both = async () => {
        const answers = [10, 11].map(async (columns) => {
          const other = await openConnection(port);
          other.send(ask(columns));
          return (await other.response()).status;
        });
        return Promise.all(answers);
      };
      await expect.poll(both, { timeout: 5000 }).toEqual([200, 200]);
    },
  );

  test("a complete request past its deadline gets 408", async () => {
    const connection = await start({ timeouts: { ...timeouts, headers: 100, stall: 10_000, request: 400 } });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 8\r\n\r\nx`);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([408, "upload_stalled"]);
  });
});
