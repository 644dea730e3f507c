import type { Case } from "./case.ts";

const raw = (answer: string): string => `https://img.test/raw?text=${encodeURIComponent(answer)}`;

/** Behaviors of a trusted host on a valid connection. */
export const TRANSPORT_CASES: readonly Case[] = [
  { name: "a length above the limit", url: "https://img.test/said-too-long", ends: "too large" },
  { name: "a body without an end", url: "https://img.test/endless", ends: "too large" },
  { name: "less than was said", url: "https://img.test/shorter-than-said", ends: "failed" },
  { name: "more than was said", url: "https://img.test/longer-than-said", ends: "drawn" },
  { name: "a negative length", url: "https://img.test/said-negative", ends: "failed" },
  { name: "two lengths", url: "https://img.test/said-twice", ends: "failed" },
  {
    name: "a length and chunks",
    url: raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n0\r\n\r\n"),
    ends: "failed",
  },
  {
    name: "a chunk that is none",
    url: raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nXYZ\r\nfour\r\n0\r\n\r\n"),
    ends: "failed",
  },
  {
    name: "a chunk of 16 EiB",
    url: raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff0\r\nfour"),
    ends: "failed",
  },
  { name: "an empty body", url: "https://img.test/empty", ends: "failed" },
  {
    name: "a body of ten bytes",
    url: raw("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n\x89PNG\r\n\x1a\n"),
    ends: "unreadable",
  },
  { name: "gzip", url: "https://img.test/gzip", ends: "failed" },
  { name: "gzip of 20 MB", url: "https://img.test/gzip-bomb", ends: "failed" },
  { name: "gzip that is not said", url: "https://img.test/gzip-unsaid", ends: "not an image" },
  { name: "brotli", url: "https://img.test/encoded?text=br", ends: "failed" },
  { name: "deflate", url: "https://img.test/encoded?text=deflate", ends: "failed" },
  { name: "zstd", url: "https://img.test/encoded?text=zstd", ends: "failed" },
  { name: "no encoding and another", url: "https://img.test/encoded?text=identity,gzip", ends: "failed" },
  { name: "no encoding, said so", url: "https://img.test/encoded?text=IDENTITY", ends: "drawn" },
  { name: "a reset", url: "https://img.test/reset", ends: "failed" },
  { name: "headers without an end", url: "https://img.test/endless-headers", ends: "failed" },
  { name: "interim answers without an end", url: "https://img.test/endless-interim", ends: "slow", timeoutMs: 300 },
  {
    name: "a switch of protocols",
    url: raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"),
    ends: "failed",
  },
  { name: "HTTP/0.9", url: raw("<html>"), ends: "failed" },
  { name: "SSH", url: raw("SSH-2.0-OpenSSH_9.9\r\n"), ends: "failed" },
  {
    name: "status 200 of another version",
    url: raw("HTTP/9.9 200 OK\r\nContent-Length: 4\r\n\r\nfour"),
    ends: "failed",
  },
  {
    name: "a header that is none",
    url: raw("HTTP/1.1 200 OK\r\nbad header: 1\r\nContent-Length: 4\r\n\r\nfour"),
    ends: "failed",
  },
  { name: "a body that comes byte by byte", url: "https://img.test/drip", ends: "slow", timeoutMs: 300 },
  { name: "chunks that come byte by byte", url: "https://img.test/drip-chunks", ends: "slow", timeoutMs: 300 },
  { name: "headers that come byte by byte", url: "https://img.test/drip-headers", ends: "slow", timeoutMs: 300 },
  { name: "silence", url: "https://img.test/silent", ends: "slow", timeoutMs: 300 },
  { name: "silence behind the first byte", url: "https://img.test/stalled", ends: "slow", timeoutMs: 300 },
  ...["204", "206", "401", "403", "404", "407", "410", "416", "429", "500", "502", "503"].map(
    (status): Case => ({
      name: `status ${status}`,
      url: `https://img.test/status?text=${status}`,
      ends: status === "404" || status === "410" ? "missing" : "failed",
    }),
  ),
  // the certificate's wildcard covers one level, the allowlist's any number
  {
    name: "a certificate of another name",
    url: "https://a.b.cdn.test/picture.png",
    ends: "failed",
    again: "failed",
    lookups: 2,
  },
];
