import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CredentialCheck, createComparison, createCredential } from "./create-platform.ts";

const KEY = "platform-key-0123456789";
const OTHER = "another-key-0123456789";
const judge = createCredential([KEY]);

describe("the platform credential", () => {
  const cases: readonly (readonly [string, readonly string[], CredentialCheck])[] = [
    ["nothing", [], "none"],
    ["other headers", ["Cookie", KEY, "X-Api-Key", KEY], "none"],
    ["the bearer scheme", ["Authorization", `Bearer ${KEY}`], "right"],
    ["the scheme in any case, with blanks around", ["authorization", `  bEaReR \t ${KEY}  `], "right"],
    ["the service's own header", ["X-Service-API-Key", KEY], "right"],
    ["both, equal", ["Authorization", `Bearer ${KEY}`, "x-service-api-key", KEY], "right"],
    ["a wrong bearer", ["Authorization", "Bearer other"], "wrong"],
    ["a wrong header", ["X-Service-API-Key", "other"], "wrong"],
    ["both, the first wrong", ["Authorization", "Bearer other", "X-Service-API-Key", KEY], "wrong"],
    ["both, the second wrong", ["Authorization", `Bearer ${KEY}`, "X-Service-API-Key", "other"], "wrong"],
    ["one header twice, once wrong", ["X-Service-API-Key", KEY, "X-Service-API-Key", "other"], "wrong"],
    ["a bearer without a token", ["Authorization", "Bearer"], "wrong"],
    ["an empty header", ["X-Service-API-Key", ""], "wrong"],
    ["two tokens in one", ["Authorization", `Bearer ${KEY} ${KEY}`], "wrong"],
    ["another case", ["X-Service-API-Key", KEY.toUpperCase()], "wrong"],
    ["a prefix of it", ["X-Service-API-Key", KEY.slice(0, -1)], "wrong"],
    ["a proxy's own scheme", ["Authorization", "Basic dXNlcjpwYXNz"], "none"],
    [
      "a proxy's own scheme beside the right header",
      ["Authorization", "Basic dXNlcg==", "X-Service-API-Key", KEY],
      "right",
    ],
    ["the key without a scheme", ["Authorization", KEY], "none"],
  ];

  test.each(cases)("%s", (_what, rawHeaders, presented) => {
    expect(judge(rawHeaders)).toBe(presented);
  });

  test("may be any of several during rotation, but no combination of them", () => {
    const either = createCredential([KEY, OTHER]);
    for (const key of [KEY, OTHER]) expect(either(["Authorization", `Bearer ${key}`])).toBe("right");
    expect(either(["Authorization", `Bearer ${KEY}`, "X-Service-API-Key", OTHER])).toBe("right");
    for (const text of [`${KEY},${OTHER}`, `${KEY}${OTHER}`, "", ","]) {
      expect([text, either(["X-Service-API-Key", text])]).toEqual([text, "wrong"]);
    }
    expect(judge(["X-Service-API-Key", OTHER])).toBe("wrong");
  });

  test("matches only its exact text, at any length", () => {
    const isRight = createComparison([KEY]);
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => isRight(text) === (text === KEY)));
    expect(isRight(KEY)).toBe(true);
  });
});
