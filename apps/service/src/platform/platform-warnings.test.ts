import { expect, test } from "vitest";
import { mayHaveCredential } from "./platform-warnings.ts";

test.each([
  ["https://receiver.example", true],
  ["https://10.0.0.1:8443", true],
  ["http://127.0.0.1:8788", true],
  ["http://127.9.9.9", true],
  ["http://localhost:8788", true],
  ["http://[::1]:8788", true],
  ["http://receiver.example", false],
  ["http://10.0.0.1", false],
  ["http://localhost.example", false],
  ["http://127.0.0.1.example", false],
])("may send the credential to %s: %s", (target, may) => {
  expect(mayHaveCredential(new URL(target))).toBe(may);
});
