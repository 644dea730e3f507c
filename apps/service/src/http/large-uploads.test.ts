import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { HOST, POST, problemCode, start } from "../../../../tests/support/http-raw-service.ts";
import type { RawConnection } from "../testing/raw-connection.ts";
import { httpParts } from "../testing/test-parts.ts";

describe("large uploads", () => {
  const settings = httpParts({ SERVICE_MAX_IMAGE_BYTES: "100000" }).settings;
  const fileHead = '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n';

  /** Sends zeros for as long as the server accepts them; returns the bytes accepted. */
  const pour = async (connection: RawConnection, most: number) => {
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
  ])("%s with too large a declared length gets 413 before the body is read", async (_what, type, begun) => {
    const connection = await start({ settings });
    connection.send(`${POST}Content-Type: ${type}\r\nContent-Length: 1000000000\r\n\r\n${begun}`);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([413, "image_too_large"]);
    expect(response.headers.get("connection")).toBe("close");
    // only the size of the kernel's buffers, nowhere near a gigabyte
    expect(await pour(connection, 1_000_000_000)).toBeLessThan(50_000_000);
  });

  test.each([
    ["a raw body", "image/png", ""],
    ["a form", "multipart/form-data; boundary=b", fileHead],
    ["a JSON body", "application/json", '{"imageBase64":"'],
  ])("%s that grows too long gets 413, and the rest is not read", async (_what, type, begun) => {
    const connection = await start({ settings });
    connection.send(`${POST}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    if (begun !== "") connection.send(`${begun.length.toString(16)}\r\n${begun}\r\n`);
    connection.send(`${(1_000_000_000).toString(16)}\r\n`);
    const poured = pour(connection, 1_000_000_000);
    const response = await connection.response();
    expect([response.status, problemCode(response)]).toEqual([413, "image_too_large"]);
    expect(await poured).toBeLessThan(50_000_000);
  });

  test("returns 413 without 100 Continue to Expect: 100-continue", async () => {
    const connection = await start({ settings });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n`);
    const response = await connection.response();
    expect([response.status, response.headers.get("connection")]).toEqual([413, "close"]);
  });

  test("sends 100 Continue if the body is acceptable", async () => {
    const connection = await start({ settings });
    connection.send(`${POST}Content-Type: image/png\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n`);
    expect((await connection.response()).status).toBe(100);
    connection.send("four");
    expect(await connection.response()).toMatchObject({ status: 200, body: "4\n" });
  });

  test("an upload to an unknown path gets 404 and is not read", async () => {
    const connection = await start();
    connection.send(`POST /nope HTTP/1.1\r\n${HOST}Content-Length: 1000000000\r\n\r\n`);
    expect(problemCode(await connection.response())).toBe("not_found");
    expect(await pour(connection, 1_000_000_000)).toBeLessThan(50_000_000);
  });
});
