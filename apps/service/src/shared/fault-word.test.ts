import { expect, test } from "vitest";
import { faultWord } from "./redis-link.ts";

class ConnectionTimeoutError extends Error {}

test.each([
  ["ECONNREFUSED", Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:6379"), { code: "ECONNREFUSED" })],
  ["WRONGPASS", new Error("WRONGPASS invalid username-password pair or user is disabled.")],
  ["LOADING", new Error("LOADING Redis is loading the dataset in memory")],
  ["TIMEOUT", new ConnectionTimeoutError("Connection timeout")],
  ["TIMEOUT", AbortSignal.abort(new DOMException("too late", "TimeoutError")).reason],
  ["FAILED", new Error("No such key: client 10.0.0.1")],
  ["FAILED", Object.assign(new Error("x"), { code: "with a blank and 10.0.0.1" })],
  ["FAILED", "no error at all"],
])("says %s", (word, error) => {
  expect(faultWord(error)).toBe(word);
});
