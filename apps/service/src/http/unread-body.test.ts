import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOST, POST, problemCode, start } from "../../../../tests/support/http-raw-service.ts";
import { programPath } from "../../../../tests/support/programs.ts";
import { createApp } from "../app.ts";
import { openConnection } from "../testing/raw-connection.ts";
import { httpParts } from "../testing/test-parts.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "lumiglyph-unread-"));
const photo = join(folder, "photo.jpg");
const BYTES = 11_000_000;
writeFileSync(photo, Buffer.alloc(BYTES));
const app = createApp(httpParts({ SERVICE_PORT: "0" }));
let url = "";
beforeAll(async () => {
  url = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Sends a file in one of three ways with Python's urllib, which reads no response before it has sent everything. */
const URLLIB = `
import base64, json, sys, urllib.error, urllib.request
data = open(sys.argv[1], "rb").read()
head = b'--b\\r\\nContent-Disposition: form-data; name="image"; filename="a"\\r\\n\\r\\n'
bodies = {
  "image/jpeg": data,
  "multipart/form-data; boundary=b": head + data + b"\\r\\n--b--\\r\\n",
  "application/json": json.dumps({"imageBase64": base64.b64encode(data + data[:4000000]).decode()}).encode(),
  "chunked": (data[at:at + 65536] for at in range(0, len(data), 65536)),
}
for kind, body in bodies.items():
  headers = {"Content-Type": "image/jpeg" if kind == "chunked" else kind}
  try:
    urllib.request.urlopen(urllib.request.Request(sys.argv[2] + sys.argv[3], data=body, headers=headers))
  except urllib.error.HTTPError as error:
    print(error.code, json.load(error)["code"])
`;

const TOO_LARGE = "413 image_too_large\n";

describe("a refused upload of 11 MB gets its response, and no broken pipe, from", () => {
  test("Python's urllib, as a raw body, a form, JSON and in chunks", async () => {
    for (let round = 0; round < 5; round++) {
      const { stdout } = await run(programPath("python3"), ["-c", URLLIB, photo, url, "/api/v1/render"]);
      expect(stdout).toBe(TOO_LARGE.repeat(4));
    }
  });

  test("Python's urllib, to a path that does not exist", async () => {
    expect((await run(programPath("python3"), ["-c", URLLIB, photo, url, "/nope"])).stdout).toBe(
      "404 not_found\n".repeat(4),
    );
  });

  test("the example in Python", async () => {
    const example = join(import.meta.dirname, "../../../../examples/python/render.py");
    const { stdout } = await run(programPath("python3"), [example, photo, url]);
    expect(stdout).toBe("The image has more than 10485760 bytes, which is the limit.\n");
  });

  test.each([
    ["--data-binary", `@${photo}`, "-H", "Content-Type: image/jpeg"],
    ["--data-binary", `@${photo}`, "-H", "Content-Type: image/jpeg", "-H", "Expect:"],
    ["-F", `image=@${photo}`],
    ["-F", `image=@${photo}`, "-H", "Transfer-Encoding: chunked"],
  ])("curl %s %s %s %s", async (...args) => {
    const { stdout } = await run("curl", ["-sS", ...args, "-w", "\n%{http_code}", `${url}/api/v1/render`]);
    expect(stdout).toMatch(/"code":"image_too_large".*\n413$/);
  });

  test("undici and fetch", async () => {
    const body = Buffer.alloc(BYTES);
    const headers = { "content-type": "image/jpeg" };
    for (let round = 0; round < 5; round++) {
      const { statusCode, body: answer } = await request(`${url}/api/v1/render`, { method: "POST", headers, body });
      expect([statusCode, ((await answer.json()) as { code: string }).code]).toEqual([413, "image_too_large"]);
      const fetched = await fetch(`${url}/api/v1/render`, { method: "POST", headers, body });
      expect([fetched.status, (await fetched.json()).code]).toEqual([413, "image_too_large"]);
    }
  });
});

describe("reading the rest of a refused upload is bounded", () => {
  /**
   * Sends this as fast as the server accepts it; returns the bytes accepted before the connection
   * closed.
   */
  const pour = async (head: string, piece: Buffer, pauseMs: number) => {
    const connection = await openConnection((app.server.address() as AddressInfo).port);
    const begun = performance.now();
    connection.send(head);
    const { socket } = connection;
    let open = true;
    socket.once("close", () => {
      open = false;
    });
    void connection.closed.then(() => {
      open = false;
    });
    const code = problemCode(await connection.response());
    while (open && performance.now() - begun < 60_000) {
      await new Promise((resolve) => socket.write(piece, resolve));
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const { bytesWritten } = socket;
    socket.destroy();
    return { code, bytes: bytesWritten, ms: performance.now() - begun };
  };

  test("in bytes: for an endless upload, and for one whose declared length is beyond the bound", async () => {
    const chunked = `POST /nope HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${(1e9).toString(16)}\r\n`;
    const endless = await pour(chunked, Buffer.alloc(65_536), 0);
    expect(endless.code).toBe("not_found");
    expect(endless.bytes).toBeGreaterThan(30_000_000);
    expect(endless.bytes).toBeLessThan(50_000_000);
    const declared = await pour(
      `${POST}Content-Type: image/png\r\nContent-Length: 40000000\r\n\r\n`,
      Buffer.alloc(65_536),
      0,
    );
    expect(declared.code).toBe("image_too_large");
    // the size of the kernel's buffers
    expect(declared.bytes).toBeLessThan(20_000_000);
  });

  test("in time: a trickle ends within seconds", async () => {
    const head = `${POST}Content-Type: image/png\r\nContent-Length: 11000000\r\n\r\n`;
    const { code, ms, bytes } = await pour(head, Buffer.from("x"), 50);
    expect(code).toBe("image_too_large");
    expect(ms).toBeLessThan(8000);
    expect(bytes).toBeLessThan(1000);
    // half of the minimum rate
    expect((await pour(head, Buffer.alloc(3200), 50)).ms).toBeLessThan(10_000);
  });

  test("in number: of 200 trickling uploads, those beyond the 64th end sooner, and other clients are served", async () => {
    const head = `${POST}Content-Type: image/png\r\nContent-Length: 11000000\r\n\r\n`;
    const trickles = Promise.all(Array.from({ length: 200 }, () => pour(head, Buffer.from("x"), 100)));
    const health = await fetch(`${url}/api/health`);
    expect(health.status).toBe(200);
    const ended = (await trickles).map(({ ms }) => ms).toSorted((a, b) => a - b);
    expect(ended.at(-1)).toBeLessThan(10_000);
    // two seconds pass before the first check of a trickle
    expect(ended[100]).toBeLessThan(ended.at(-1)! - 1000);
  });

  test("by reason: nothing is read after refusals that save work", async () => {
    const held = Promise.withResolvers<never>();
    const full = { size: { workers: 1, capacity: 0 }, renderer: () => held.promise };
    const connection = await start(full);
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 5000000\r\n\r\n`);
    connection.socket.write(Buffer.alloc(5_000_000));
    expect((await connection.response()).status).toBe(503);
  });
});
