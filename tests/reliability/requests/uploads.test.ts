import type { AddressInfo, Socket } from "node:net";
import { createApp } from "@lumiglyph/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openConnection,
  type RawConnection,
  type RawResponse,
} from "../../../apps/service/src/testing/raw-connection.ts";
import { httpParts } from "../../../apps/service/src/testing/test-parts.ts";
import { SCHEMAS } from "../../support/http-schemas.ts";

/** A service with default settings that answers an image with its length, and every socket it has accepted. */
let app: ReturnType<typeof createApp>;
let accepted: Socket[] = [];
const parts = httpParts({ SERVICE_PORT: "0" });

beforeAll(async () => {
  app = createApp(parts);
  app.server.on("connection", (socket) => accepted.push(socket));
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

const LIMIT = 10 * 1024 ** 2;
const MEGABYTE = 1_000_000;

const connect = () => {
  accepted = [];
  return openConnection((app.server.address() as AddressInfo).port);
};

const head = (type: string, rest: string) =>
  `POST /api/v1/render HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${rest}\r\n\r\n`;

const outcome = ({ status, headers, body }: RawResponse) => {
  if (status === 200) return body;
  const problem = JSON.parse(Buffer.from(body, "latin1").toString());
  expect([SCHEMAS.problem(problem), headers.get("content-type")]).toEqual(["valid", "application/problem+json"]);
  return [status, problem.code];
};

const send = async (type: string, body: string | Uint8Array) => {
  const bytes = Buffer.from(body);
  const connection = await connect();
  connection.send(head(type, `Content-Length: ${bytes.length}`));
  connection.send(bytes);
  const answer = outcome(await connection.response());
  connection.socket.destroy();
  return answer;
};

const FILE = '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n';

const WAYS = [
  ["a raw body", "image/png", ""],
  ["a form", "multipart/form-data; boundary=b", FILE],
  ["a JSON body", "application/json", '{"imageBase64":"'],
] as const;

/** Writes up to `most` bytes to a server, and continues briefly after its response. */
const pour = async ({ socket, closed }: RawConnection, most: number): Promise<void> => {
  const gone = closed.then(() => new Promise((resolve) => setTimeout(resolve, 200, false)));
  const piece = Buffer.alloc(65_536, "A");
  for (let sent = 0; sent < most; sent += piece.length) {
    const taken = new Promise((resolve) => socket.write(piece, () => resolve(true)));
    if (!(await Promise.race([gone, taken]))) return;
  }
};

describe("an upload of 100 MB", () => {
  test.each(WAYS)("as %s with a length gets 413 unread, and the connection is closed", async (_what, type, begun) => {
    const connection = await connect();
    connection.send(head(type, `Content-Length: ${100 * MEGABYTE}`) + begun);
    const poured = pour(connection, 100 * MEGABYTE);
    const response = await connection.response();
    expect([outcome(response), response.headers.get("connection")]).toEqual([[413, "image_too_large"], "close"]);
    await connection.closed;
    await poured;
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.bytesRead).toBeLessThan(MEGABYTE);
  });

  test.each(WAYS)(
    "as %s in chunks gets 413 at the limit, and of the rest 32 MiB are discarded at most",
    async (_what, type, begun) => {
      const connection = await connect();
      connection.send(head(type, "Transfer-Encoding: chunked"));
      if (begun !== "") connection.send(`${begun.length.toString(16)}\r\n${begun}\r\n`);
      connection.send(`${(100 * MEGABYTE).toString(16)}\r\n`);
      const poured = pour(connection, 100 * MEGABYTE);
      const response = await connection.response();
      expect([outcome(response), response.headers.get("connection")]).toEqual([[413, "image_too_large"], "close"]);
      await connection.closed;
      await poured;
      const limit = type === "application/json" ? (LIMIT * 4) / 3 : LIMIT;
      expect(accepted[0]?.bytesRead).toBeLessThan(limit + 34 * MEGABYTE);
    },
  );
});

test("reads a body in 200,000 chunks of a byte", async () => {
  const connection = await connect();
  connection.send(head("image/png", "Transfer-Encoding: chunked"));
  connection.send(`${"1\r\nx\r\n".repeat(200_000)}0\r\n\r\n`);
  expect(outcome(await connection.response())).toBe("200000\n");
  connection.socket.destroy();
});

describe("a form", () => {
  const form = (...given: string[]) => send("multipart/form-data; boundary=b", `${given.join("")}--b--\r\n`);
  const part = (heads: string, body = "80") => `--b\r\n${heads}\r\n\r\n${body}\r\n`;
  const field = (name: string, body = "80") => part(`Content-Disposition: form-data; name="${name}"`, body);
  const many = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: 1\r\n`).join("");
  const NAME = 'Content-Disposition: form-data; name="columns"';
  const IMAGE = `${FILE}four\r\n`;

  test.each<[string, string[], unknown]>([
    ["a file and a field", [field("columns"), IMAGE], "4\n"],
    ["a field of 256 bytes", [field("columns", "8".repeat(256)), IMAGE], [400, "parameter_invalid"]],
    [
      "a field of 257 bytes that begins with a value",
      [field("columns", `80${" ".repeat(255)}`), IMAGE],
      [400, "parameter_invalid"],
    ],
    ["a field of a megabyte", [field("columns", "8".repeat(MEGABYTE)), IMAGE], [400, "parameter_invalid"]],
    ["a name of a kilobyte", [field("columns".repeat(150)), IMAGE], [400, "parameter_unknown"]],
    ["96 fields", [...Array.from({ length: 96 }, () => field("columns"))], [400, "parameter_repeated"]],
    ["97 fields", [...Array.from({ length: 97 }, () => field("columns"))], [400, "parameter_unknown"]],
    ["10,000 fields", [field("columns").repeat(10_000)], [400, "parameter_unknown"]],
    ["10,000 parts without a name", [part("X: 1").repeat(10_000)], [400, "parameter_unknown"]],
    ["100,000 parts without a head", ["--b\r\n\r\nx\r\n".repeat(100_000)], [400, "parameter_unknown"]],
    ["two files", [IMAGE, IMAGE], [400, "image_ambiguous"]],
    [
      "a thousand files without a byte",
      [part('Content-Disposition: form-data; name="image"; filename=""', "").repeat(1000)],
      [400, "image_ambiguous"],
    ],
    ["twenty headers before a field's name", [part(`${many(20)}${NAME}`), IMAGE], [400, "body_invalid"]],
    [
      "a header of 3 KB before a field's name",
      [part(`X: ${"x".repeat(3000)}\r\n${NAME}`), IMAGE],
      [400, "body_invalid"],
    ],
    ["headers of a megabyte behind a field's name", [part(`${NAME}\r\nX: ${"x".repeat(MEGABYTE)}`), IMAGE], "4\n"],
    ["100,000 headers in a part", [part(`${many(100_000)}${NAME}`), IMAGE], [400, "body_invalid"]],
    ["a field that is an attachment", [part(NAME.replace("form-data", "attachment")), IMAGE], [400, "body_invalid"]],
    ["a field named __proto__", [field("__proto__"), IMAGE], [400, "parameter_unknown"]],
    [
      "a field in base64",
      [part(`${NAME}\r\nContent-Transfer-Encoding: base64`, "ODA="), IMAGE],
      [400, "parameter_invalid"],
    ],
    [
      "a form within a field",
      [part(`${NAME}\r\nContent-Type: multipart/mixed; boundary=c`, "--c\r\n\r\n80\r\n--c--"), IMAGE],
      [400, "parameter_invalid"],
    ],
    ["a file under a parameter's name", [IMAGE.replace('"image"', '"columns"')], [400, "image_misplaced"]],
  ])("with %s", async (_what, given, expected) => {
    const begun = performance.now();
    expect(await form(...given)).toEqual(expected);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  test("is invalid if cut short anywhere", async () => {
    const whole = `${field("columns")}${IMAGE}--b--`;
    for (let length = 1; length < whole.length; length += 7) {
      const answer = await send("multipart/form-data; boundary=b", whole.slice(0, length));
      expect([length, answer]).toEqual([length, [400, "body_invalid"]]);
    }
  });

  test.each([
    "../../../../etc/passwd",
    "C:\\windows\\system32",
    "kanarienvogel\0.png",
    "kanarienvogel\u202egnp.exe",
    `kanarienvogel${"x".repeat(1500)}`,
    "kanarienvogel%0d%0aX-Injected: 1",
    "<script>kanarienvogel</script>.png",
    "; rm -rf kanarienvogel",
  ])("ignores the file name %j and does not repeat it", async (fileName) => {
    const named = IMAGE.replace('filename="a"', `filename="${fileName}"; filename*=UTF-8''kanarienvogel%00`);
    expect(await form(named)).toBe("4\n");
    expect(parts.lines.join("")).not.toContain("kanarienvogel");
  });
});

describe("a JSON body", () => {
  const json = (text: string) => send("application/json", text);
  const LONGEST = Math.ceil((LIMIT * 4) / 3) + 65_536;
  const IMAGE = '"imageBase64":"AAAA"';

  test.each<[string, string, unknown]>([
    ["an image and a parameter", `{${IMAGE},"columns":80}`, "3\n"],
    ["7 million open arrays", "[".repeat(LONGEST), [400, "body_invalid"]],
    [
      "7 million arrays within one another",
      `{"columns":${"[".repeat(LONGEST / 2 - 10)}${"]".repeat(LONGEST / 2 - 10)}}`,
      [400, "body_invalid"],
    ],
    [
      "2 million objects within one another",
      `${'{"a":'.repeat(2 * MEGABYTE)}1${"}".repeat(2 * MEGABYTE)}`,
      [400, "body_invalid"],
    ],
    [
      "4 million arrays beside one another",
      `{${IMAGE},"columns":[${"[],".repeat(4 * MEGABYTE)}[]]}`,
      [400, "body_invalid"],
    ],
    [
      "a million keys",
      `{${IMAGE},${Array.from({ length: MEGABYTE }, (_, at) => `"${at}":1`).join()}}`,
      [400, "parameter_unknown"],
    ],
    ["a number of 14 million digits", `{${IMAGE},"columns":${"9".repeat(14 * MEGABYTE)}}`, [400, "parameter_invalid"]],
    ["14 million blanks", `{${IMAGE}${" ".repeat(14 * MEGABYTE)}}`, "3\n"],
    ["one key twice", `{${IMAGE},"columns":80,"columns":80}`, [400, "parameter_repeated"]],
    ["one key twice, spelled in two ways", `{${IMAGE},"columns":80,"\\u0063olumns":81}`, [400, "parameter_repeated"]],
    ["one image twice", `{${IMAGE},${IMAGE}}`, [400, "parameter_repeated"]],
    ["__proto__", `{${IMAGE},"__proto__":{"columns":8}}`, [400, "parameter_unknown"]],
    ["__proto__ twice", `{${IMAGE},"__proto__":1,"__proto__":2}`, [400, "parameter_repeated"]],
    ["constructor and prototype", `{${IMAGE},"constructor":{"prototype":{"columns":8}}}`, [400, "parameter_unknown"]],
    ["a key of a megabyte", `{${IMAGE},"${"k".repeat(MEGABYTE)}":1}`, [400, "parameter_unknown"]],
    [
      "base64 of a byte too many",
      `{"imageBase64":"${"A".repeat(Math.ceil(((LIMIT + 1) * 4) / 3))}"}`,
      [413, "image_too_large"],
    ],
    ["14 million stars for base64", `{"imageBase64":"${"*".repeat(14 * MEGABYTE)}"}`, [413, "image_too_large"]],
  ])("with %s", async (_what, text, expected) => {
    const begun = performance.now();
    expect(await json(text)).toEqual(expected);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
