import type { Seeded } from "../seeded.ts";
import { seeded } from "../seeded.ts";

/** Bytes sent to a service as if they were HTTP. */
export type Message = { readonly kind: string; readonly bytes: Buffer };

const HOST = "Host: localhost\r\n";
const GET = `GET /api/health HTTP/1.1\r\n${HOST}\r\n`;
const post = (headers: string, body = ""): string =>
  `POST /api/v1/render?columns=8 HTTP/1.1\r\n${HOST}Content-Type: image/png\r\n${headers}\r\n${body}`;

/**
 * Each kind of message that is not HTTP, or is HTTP only to some parsers: lists to choose from, or
 * a generator.
 */
const KINDS: { readonly [kind: string]: readonly string[] | ((random: Seeded) => string | Buffer) } = {
  "request line": [
    `\r\n\r\n\r\n`,
    `GET\r\n\r\n`,
    `GET /\r\n\r\n`,
    `GET / HTTP\r\n${HOST}\r\n`,
    `GET / HTTP/0.9\r\n${HOST}\r\n`,
    `GET / HTTP/1.2\r\n${HOST}\r\n`,
    `GET / HTTP/2.0\r\n${HOST}\r\n`,
    `GET / http/1.1\r\n${HOST}\r\n`,
    `GET / HTTP/1.1 \r\n${HOST}\r\n`,
    `GET  /  HTTP/1.1\r\n${HOST}\r\n`,
    `GET\t/\tHTTP/1.1\r\n${HOST}\r\n`,
    ` GET / HTTP/1.1\r\n${HOST}\r\n`,
    `get /api/health HTTP/1.1\r\n${HOST}\r\n`,
    `GET /a b HTTP/1.1\r\n${HOST}\r\n`,
    `GET /\u0000 HTTP/1.1\r\n${HOST}\r\n`,
    `GET /\u007f HTTP/1.1\r\n${HOST}\r\n`,
    `GET /\u00e9 HTTP/1.1\r\n${HOST}\r\n`,
    `GET * HTTP/1.1\r\n${HOST}\r\n`,
    `GET localhost:80 HTTP/1.1\r\n${HOST}\r\n`,
    `GET http:// HTTP/1.1\r\n${HOST}\r\n`,
    `GET http://user@evil.test:99999/ HTTP/1.1\r\n${HOST}\r\n`,
    `GET ://x HTTP/1.1\r\n${HOST}\r\n`,
    `CONNECT / HTTP/1.1\r\n${HOST}\r\n`,
    `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${HOST}\r\n`,
    `${"A".repeat(5000)} / HTTP/1.1\r\n${HOST}\r\n`,
    `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
    `GET /api/health HTTP/1.1\n${HOST}\n`,
    `GET /api/health HTTP/1.1\r${HOST}\r\r`,
  ],
  header: [
    `GET / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`,
    `GET / HTTP/1.1\r\nHost:\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a b\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost : localhost\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}no colon\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}: no name\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}a b: c\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}X: a\r\n folded\r\n\r\n`,
    `GET / HTTP/1.1\r\n folded: first\r\n${HOST}\r\n`,
    `GET / HTTP/1.1\r\n${HOST}X: \u0000\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}X: a\nY: b\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}X\u00e9: 1\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}(): 1\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}${"X: 1\r\n".repeat(3000)}\r\n`,
    `GET / HTTP/1.1\r\n${HOST}X: ${"x".repeat(20_000)}\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}${"x".repeat(20_000)}: 1\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}Expect: 100-continue, miracles\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}Connection: close, keep-alive, host\r\n\r\n`,
    `GET / HTTP/1.1\r\n${HOST}traceparent: ${"0".repeat(3000)}\r\n\r\n`,
  ],
  length: [
    post("Content-Length: -1\r\n", "x"),
    post("Content-Length: +1\r\n", "x"),
    post("Content-Length: 0x1\r\n", "x"),
    post("Content-Length: 1.0\r\n", "x"),
    post("Content-Length: 1 1\r\n", "x"),
    post("Content-Length: 1, 2\r\n", "xx"),
    post("Content-Length: 1, 1\r\n", "x"),
    post("Content-Length:\r\n", "x"),
    post("Content-Length: one\r\n", "x"),
    post("Content-Length: 1\r\nContent-Length: 2\r\n", "xx"),
    post("Content-Length: 1\r\nContent-Length: 1\r\n", "x"),
    post("Content-Length: 99999999999999999999999\r\n", "x"),
    post("Content-Length: 18446744073709551616\r\n", "x"),
    post("Content-Length : 1\r\n", "x"),
    post("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: chunked\r\nContent-Length: 1\r\n", "0\r\n\r\n"),
  ],
  encoding: [
    post("Transfer-Encoding: gzip\r\n", "x"),
    post("Transfer-Encoding: identity\r\n", "x"),
    post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding: \u000bchunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding:\tchunked\r\n", "0\r\n\r\n"),
    post("Transfer-Encoding\r\n: chunked\r\n", "0\r\n\r\n"),
    post("X: y\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    post("transfer_encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n"),
  ],
  chunks: [
    "XYZ\r\nx\r\n0\r\n\r\n",
    "-1\r\nx\r\n0\r\n\r\n",
    "0x1\r\nx\r\n0\r\n\r\n",
    " 1\r\nx\r\n0\r\n\r\n",
    "1 \r\nx\r\n0\r\n\r\n",
    "1\r\nxx\r\n0\r\n\r\n",
    "2\r\nx\r\n0\r\n\r\n",
    "1\nx\n0\n\n",
    "1\r\nx0\r\n\r\n",
    "ffffffffffffffff\r\nx",
    "10000000000000000\r\nx",
    "\r\n\r\n",
    `1;${"e".repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
    '1;a="\r\nx\r\n0\r\n\r\n',
    `${"1;e\r\nx\r\n".repeat(3000)}0\r\n\r\n`,
    `0\r\n${"T: 1\r\n".repeat(5000)}\r\n`,
    "0\r\nContent-Length: 5\r\n\r\n",
    "0\r\nbad trailer\r\n\r\n",
  ].map((body) => post("Transfer-Encoding: chunked\r\n", body)),
  "one in another": [
    post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${GET}`),
    post("Transfer-Encoding: chunked, x\r\nContent-Length: 4\r\n", `0\r\n\r\n${GET}`),
    post("Content-Length: 0\r\nContent-Length: 60\r\n", GET),
    post("Transfer-Encoding : chunked\r\nContent-Length: 60\r\n", `0\r\n\r\n${GET}`),
    `GET /api/health HTTP/1.1\r\n${HOST}X: 1\r\n\r\nGET /smuggled`,
    `${GET}nonsense\r\n\r\n`,
    `${GET}${GET.replace("HTTP/1.1", "HTTP/9.9")}`,
  ],
  "other protocol": [
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003",
    "SSH-2.0-OpenSSH_9.9\r\n",
    "\u0005\u0001\u0000",
    "EHLO example.test\r\n",
    "*1\r\n$4\r\nPING\r\n",
    "\u0000\u0000\u0000\u0000",
    "USER anonymous\r\n",
    "<policy-file-request/>\u0000",
  ],
  "random bytes": (random) => random.bytes(1 + random.below(600)),
  "random lines": (random) =>
    Array.from({ length: 1 + random.below(12) }, () =>
      random.pick([
        "GET ",
        "/",
        "HTTP/1.1",
        "\r\n",
        "\n",
        ":",
        " ",
        HOST,
        "Content-Length: 3\r\n",
        "\r\n\r\n",
        "x",
        "\u0000",
      ]),
    ).join(""),
  "cut short": (random) => {
    const whole = random.pick([
      GET,
      post("Content-Length: 40\r\n", "x".repeat(40)),
      post("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n"),
    ]);
    return whole.slice(0, 1 + random.below(whole.length - 1));
  },
  "bits flipped": (random) => {
    const bytes = Buffer.from(
      random.pick([
        GET,
        post("Content-Length: 4\r\n", "four"),
        post("Transfer-Encoding: chunked\r\n", "4\r\nfour\r\n0\r\n\r\n"),
      ]),
      "latin1",
    );
    for (let flips = 1 + random.below(4); flips > 0; flips--) {
      const at = random.below(bytes.length);
      bytes[at] = bytes[at]! ^ (1 << random.below(8));
    }
    return bytes;
  },
};

/** `count` messages, the kinds in turn; the same for the same seed. Each list is used up before it repeats. */
export function* malformedMessages(count: number, seed: number): Generator<Message> {
  const random = seeded(seed);
  const kinds = Object.entries(KINDS);
  for (let at = 0; at < count; at++) {
    const [kind, made] = kinds[at % kinds.length]!;
    const round = Math.floor(at / kinds.length);
    const message = typeof made === "function" ? made(random) : made[round % made.length]!;
    yield { kind, bytes: Buffer.isBuffer(message) ? message : Buffer.from(message, "latin1") };
  }
}
