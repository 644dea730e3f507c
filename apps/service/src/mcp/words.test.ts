import { ERROR_CODES, ERRORS, Refusal, refusalFor, refuse, refuseFor, wordsOf } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { HTTP_WORDS } from "../http/words.ts";
import { SeveralRefusals } from "./advice.ts";
import { inToolWords } from "./words.ts";

/** Words that mean nothing outside HTTP. */
const HTTP = /multipart|Content-Type|`?Retry-After|query string|\bbody\b|\bheader|\bPOST\b|\b[Ss]end\b|\b[Rr]equest\b/;

test("only HTTP clients read about HTTP", () => {
  const toTools = ERROR_CODES.filter((code) => ["render", "tool"].includes(ERRORS[code].where)).filter(
    // these are errors of the protocol, before a tool is called
    (code) => !["body_invalid", "media_type_unsupported", "origin_untrusted"].includes(code),
  );
  expect(toTools.length).toBeGreaterThan(20);
  for (const code of toTools) {
    expect(inToolWords(refusalFor(code), true).message, code).not.toMatch(HTTP);
    expect(wordsOf(refusalFor(code), HTTP_WORDS).message, code).toBe(ERRORS[code].says);
  }
});

test("HTTP and tools name what to send or give in their own words", () => {
  const fact = { kind: "format", given: null, accepted: ["JPEG", "PNG"] } as const;
  const refusal = refuseFor("image_format_unsupported", fact);
  expect(wordsOf(refusal, HTTP_WORDS).message).toMatch(/Send one of: JPEG, PNG\.$/);
  expect(inToolWords(refusal, false).message).toMatch(/Give one of: JPEG, PNG\.$/);
  const missing = refusalFor("image_missing");
  expect(inToolWords(missing, false).message).toBe("Give exactly one picture: `imageBase64` or `imageUrl`.");
  expect(inToolWords(missing, true).message).toContain("`imagePath`");
});

test("several refusals become one message, each in the tool's words", () => {
  const problem = { code: "parameter_unknown", parameter: "x", given: "1", rule: { kind: "known" } } as const;
  const both = new SeveralRefusals([new Refusal("image_missing", "No koy."), refuse([problem])], null);
  expect(inToolWords(both, true)).toEqual({
    message: "No koy. There is no argument `x`.",
    problems: [expect.objectContaining({ parameter: "x", message: "There is no argument `x`." })],
  });
});
