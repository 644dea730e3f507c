import { expect, test } from "vitest";
import { guardHost } from "./host-guard.ts";

const check = (hosts: readonly string[], { listensOn = "127.0.0.1", httpVersion = "1.1" } = {}) =>
  guardHost(
    { rawHeaders: hosts.flatMap((host) => ["Host", host]), httpVersion },
    listensOn,
    "https://ascii.example:8443",
  );

test.each([
  "127.0.0.1",
  "127.0.0.1:8787",
  "127.8.8.8",
  "localhost",
  "LocalHost:1",
  "[::1]:8787",
  "ascii.example",
  "Ascii.Example:99",
])("on loopback, accepts the host %s", (host) => {
  expect(() => check([host])).not.toThrow();
});

test.each([
  "evil.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "[::2]",
  "",
  " ",
  "localhost/x",
  "user@localhost",
  "127.0.0.1:8787:1",
])("on loopback, rejects the host %j", (host) => {
  expect(() => check([host])).toThrow(expect.objectContaining({ code: "host_untrusted" }));
});

test("accepts any host if not on loopback", () => {
  expect(() => check(["evil.example"], { listensOn: "0.0.0.0" })).not.toThrow();
});

test("HTTP/1.1 requires exactly one Host header, HTTP/1.0 none", () => {
  const malformed = expect.objectContaining({ code: "request_malformed" });
  expect(() => check([])).toThrow(malformed);
  expect(() => check([], { httpVersion: "1.0" })).not.toThrow();
  expect(() => check(["localhost", "localhost"], { listensOn: "0.0.0.0" })).toThrow(malformed);
});
