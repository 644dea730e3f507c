import { describe, expect, test } from "vitest";
import { loggedError } from "./fastify-options.ts";

/** An error message that quotes client input, including line breaks. */
const QUOTE = "kanarienvogel\n    at kanarienvogel (file.ts:1:1)\n    at x";

const nodeError = () => {
  try {
    return Buffer.from("x", "kanarienvogel" as BufferEncoding);
  } catch (error) {
    return error;
  }
};

describe("an error in the log", () => {
  test("has its type and its stack location", () => {
    const fault = loggedError(new TypeError("oh"));
    expect(fault).toMatchObject({ type: "TypeError", message: "left out: it may quote client input" });
    expect(fault.stack).toMatch(/^at .*fastify-options\.test\.ts/);
  });

  test("has its code, if any", () => {
    expect(loggedError(nodeError())).toMatchObject({ type: "TypeError", code: "ERR_UNKNOWN_ENCODING" });
  });

  test.each([
    ["our own error", new Error(QUOTE)],
    ["a Node error", nodeError()],
    ["an error with a changed message", Object.assign(new Error(QUOTE), { message: "other" })],
    ["an error with a cause", new Error("outer", { cause: new Error(QUOTE) })],
    ["an error with fields", Object.assign(new Error("outer"), { input: QUOTE, code: 7 })],
    ["text", QUOTE],
    ["an object", { message: QUOTE }],
    ["nothing", undefined],
  ])("from %s never quotes client input", (_what, error) => {
    expect(JSON.stringify(loggedError(error))).not.toContain("kanarienvogel");
  });
});
