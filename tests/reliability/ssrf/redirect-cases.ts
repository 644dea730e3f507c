import type { Case } from "./case.ts";
import type { Zone } from "./names.ts";

const to = (location: string): string => `https://img.test/to?text=${encodeURIComponent(location)}`;
const raw = (answer: string): string => `https://img.test/raw?text=${encodeURIComponent(answer)}`;
const located = (location: string): string =>
  raw(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);

/** Redirect targets that are refused like a first URL. */
const REFUSED_TARGETS = [
  "http://img.test/picture.png",
  "http://127.0.0.1/",
  "ftp://img.test/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:6379/_INFO",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://017700000001/",
  "https://0/",
  "https://10.0.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://100.100.100.200/",
  "https://93.184.216.34/picture.png",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://evil.test/picture.png",
  "https://localhost/",
  "https://metadata.google.internal/",
  "https://img.test.evil.test/",
  "https://cdn.test/picture.png",
  "https://img.test:22/",
  "https://img.test:8443/picture.png",
  "https://store.test/picture.png",
  "https://img.test./picture.png",
  "https://user@img.test/picture.png",
  "https://img.test@127.0.0.1/",
  "//127.0.0.1/",
  "//evil.test/picture.png",
  "///evil.test/picture.png",
  "/\\evil.test/picture.png",
  "\\\\evil.test/picture.png",
  "//img.test:22/",
  "//user@img.test/",
  "http:picture.png",
  "https://",
  `https://img.test/${"a".repeat(2100)}`,
];

/** Addresses that a trusted name in a redirect may resolve to. */
const PRIVATE_TARGETS = [
  "127.0.0.1",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "168.63.129.16",
  "192.0.0.192",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::127.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::1",
  "2002:a00:1::",
  "2001::1",
  "2606:4700::5efe:7f00:1",
  "fd00:ec2::254",
  "fd12::1",
  "fe80::1",
  "ff02::1",
];

const zonesTo = (address: string): readonly Zone[] => [{ "a.cdn.test": [address] }];

/** Responses of a trusted host that redirect elsewhere. */
export const REDIRECT_CASES: readonly Case[] = [
  ...REFUSED_TARGETS.map(
    (target): Case => ({
      name: `a redirect to ${target.slice(0, 60)}`,
      url: to(target),
      // a target that is too long makes the URL that asks for it too long
      ends: to(target).length > 2048 ? "too long" : "untrusted",
      lookups: 1,
    }),
  ),
  ...PRIVATE_TARGETS.map(
    (address): Case => ({
      name: `a redirect to a trusted name at ${address}`,
      url: to("https://a.cdn.test/picture.png"),
      zones: zonesTo(address),
      ends: "failed",
      lookups: 2,
    }),
  ),
  {
    name: "a redirect to a trusted name that is missing",
    url: to("https://a.cdn.test/picture.png"),
    zones: [{ "a.cdn.test": [] }],
    ends: "failed",
    lookups: 2,
  },
  { name: "a redirect to another trusted name", url: to("https://a.cdn.test/picture.png"), ends: "drawn", lookups: 2 },
  { name: "a redirect within a host", url: to("/picture.png"), ends: "drawn", lookups: 2 },
  { name: "a redirect without a scheme", url: to("//a.cdn.test/picture.png"), ends: "drawn", lookups: 2 },
  { name: "three redirects", url: "https://img.test/hop-3", ends: "drawn" },
  { name: "four redirects", url: "https://img.test/hop-4", ends: "failed" },
  { name: "a redirect to itself", url: "https://img.test/loop", ends: "failed" },
  { name: "two hosts that redirect to each other", url: "https://img.test/ping", ends: "failed" },
  {
    name: "a redirect without a target",
    url: raw("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"),
    ends: "failed",
    lookups: 1,
  },
  { name: "a redirect to nothing", url: located(""), ends: "failed" },
  {
    name: "a redirect with two targets",
    url: raw(
      "HTTP/1.1 302 Found\r\nLocation: /picture.png\r\nLocation: https://127.0.0.1/\r\nContent-Length: 0\r\n\r\n",
    ),
    ends: "failed",
    lookups: 1,
  },
  {
    name: "a redirect to circled digits",
    url: located("https://\xe2\x91\xa0\xe2\x91\xa1\xe2\x91\xa6.0.0.1/"),
    ends: "untrusted",
    lookups: 1,
  },
  {
    name: "a redirect with a tab in its name",
    url: located("https://im\tg.test/picture.png"),
    ends: "untrusted",
    lookups: 1,
  },
  {
    name: "a redirect with a NUL in its name",
    url: located("https://img.test\u0000.evil.test/"),
    ends: "failed",
    lookups: 1,
  },
  {
    name: "a redirect by Refresh",
    url: raw("HTTP/1.1 200 OK\r\nRefresh: 0; url=https://127.0.0.1/\r\nContent-Length: 0\r\n\r\n"),
    ends: "failed",
    lookups: 1,
  },
  { name: "a redirect by a page", url: "https://img.test/html", ends: "not an image", lookups: 1 },
  {
    name: "another place by Alt-Svc",
    url: raw('HTTP/1.1 200 OK\r\nAlt-Svc: h2="127.0.0.1:443"\r\nContent-Length: 0\r\n\r\n'),
    ends: "failed",
    lookups: 1,
  },
  { name: "a choice of places", url: "https://img.test/status?text=300", ends: "failed", lookups: 1 },
  { name: "a place for what has not changed", url: "https://img.test/status?text=304", ends: "failed", lookups: 1 },
  { name: "a proxy to use instead", url: "https://img.test/status?text=305", ends: "failed", lookups: 1 },
  { name: "a place for what was made", url: "https://img.test/status?text=201", ends: "failed", lookups: 1 },
];
