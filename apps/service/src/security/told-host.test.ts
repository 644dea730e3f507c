import { expect, test } from "vitest";
import { createToldHost, trustedHosts } from "./trusted-hosts.ts";

const toldHost = createToldHost(
  trustedHosts(["images.example", "store.example:8443", "*.cdn.example"], ["https://ascii.example"]),
);

test.each([
  ["https://images.example/secret.png?token=secret", "images.example"],
  ["https://IMAGES.example/", "images.example"],
  ["https://store.example:8443/a", "store.example"],
  ["https://ascii.example/a", "ascii.example"],
  ["https://secret.cdn.example/a", null],
  ["https://images.example:444/", null],
  ["http://images.example/", null],
  ["https://secret.example/", null],
  ["not a URL", null],
])("of %s the host is told as %s", (url, host) => {
  expect(toldHost(url)).toBe(host);
});
