import { describe, expect, it } from "vitest";
import { ERROR_CODES, ERRORS, type ErrorCode, Refusal, refusalFor, statusOf, wordedFor } from "./errors.ts";

/** The codes of answers 2.2 and of the other answers. */
const STATUSES: { readonly [Code in ErrorCode]: number } = {
  parameter_invalid: 400,
  parameter_unknown: 400,
  parameter_repeated: 400,
  parameter_conflict: 400,
  image_missing: 400,
  image_ambiguous: 400,
  image_misplaced: 400,
  image_base64_invalid: 400,
  addresses_off: 400,
  preset_needed: 400,
  address_unsigned: 403,
  address_expired: 403,
  image_format_unsupported: 400,
  image_unreadable: 400,
  image_url_untrusted: 400,
  grid_too_large: 400,
  image_tiny: 400,
  result_too_long: 400,
  body_invalid: 400,
  request_malformed: 400,
  credential_missing: 401,
  invalid_token: 401,
  origin_untrusted: 403,
  host_untrusted: 403,
  image_url_missing: 404,
  not_found: 404,
  method_not_allowed: 405,
  upload_stalled: 408,
  image_too_large: 413,
  image_too_many_pixels: 413,
  media_type_unsupported: 415,
  rate_limited: 429,
  headers_too_large: 431,
  image_host_failed: 502,
  image_host_down: 502,
  overloaded: 503,
  draining: 503,
  render_deadline: 503,
  image_host_slow: 504,
};

describe("the error table", () => {
  it("has exactly the specified codes and statuses", () => {
    expect(Object.fromEntries(ERROR_CODES.map((code) => [code, ERRORS[code].status]))).toEqual(STATUSES);
  });

  it("has no 500: no input may cause one", () => {
    expect(ERROR_CODES.filter((code) => (ERRORS[code].status as number) === 500)).toEqual([]);
  });

  it.each(ERROR_CODES)("explains %s and its remedy in whole sentences", (code) => {
    expect(ERRORS[code].title).toMatch(/^[A-Z].*[^.]$/);
    expect(ERRORS[code].says).toMatch(/^[`A-Z].*\.$/);
  });

  it("uses snake case for codes, so that each can be an anchor", () => {
    for (const code of ERROR_CODES) expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  });
});

describe("a refusal reworded for its channel", () => {
  /** Words that make sense only over HTTP. */
  const HTTP =
    /multipart|Content-Type|`?Retry-After|query string|\bbody\b|\bheader|\bPOST\b|\b[Ss]end\b|\b[Rr]equest\b/;

  it("mentions HTTP only to HTTP clients", () => {
    const toTools = ERROR_CODES.filter((code) => ["render", "tool"].includes(ERRORS[code].where)).filter(
      // these are errors of the protocol, before a tool is called
      (code) => !["body_invalid", "media_type_unsupported", "origin_untrusted"].includes(code),
    );
    expect(toTools.length).toBeGreaterThan(20);
    for (const code of toTools) {
      expect(wordedFor("tool", refusalFor(code)).message, code).not.toMatch(HTTP);
      expect(wordedFor("http", refusalFor(code)).message, code).toBe(ERRORS[code].says);
    }
    expect(wordedFor("cli", refusalFor("image_unreadable")).message).not.toMatch(HTTP);
  });

  it("states the remedy in the words of each channel", () => {
    const refusal = new Refusal("image_format_unsupported", "This is no picture. It must be one of: JPEG, PNG.");
    expect(wordedFor("http", refusal).message).toBe("This is no picture. Send one of: JPEG, PNG.");
    expect(wordedFor("tool", refusal).message).toBe("This is no picture. Give one of: JPEG, PNG.");
    expect(wordedFor("cli", refusal).message).toBe(refusal.message);
    expect(wordedFor("cli", wordedFor("http", refusal)).message).toBe(refusal.message);
  });

  it("keeps its code and problems, and rewords each problem", () => {
    const problem = { code: "image_missing", parameter: "image", given: "nothing", allowed: "one" } as const;
    const message = ERRORS.image_missing.says;
    const refusal = new Refusal("parameter_unknown", `There is no \`x\`. ${message}`, [{ ...problem, message }]);
    const { code, problems, message: worded } = wordedFor("tool", refusal);
    expect(code).toBe("parameter_unknown");
    expect(problems).toEqual([{ ...problem, message: ERRORS.image_missing.elsewhere.tool }]);
    expect(worded).toBe(`There is no \`x\`. ${ERRORS.image_missing.elsewhere.tool}`);
  });
});

describe("a refusal", () => {
  it("has the table's status and message unless it is given others", () => {
    const plain = refusalFor("image_too_large");
    expect([plain.code, statusOf(plain.code), plain.problems]).toEqual(["image_too_large", 413, []]);
    expect(plain.message).toBe(
      "The image has more bytes than the service accepts. Send a smaller or more compressed file.",
    );
    expect(new Refusal("image_too_large", "11 bytes are one too many.").message).toBe("11 bytes are one too many.");
  });

  it("is an Error", () => {
    expect(refusalFor("not_found")).toBeInstanceOf(Error);
    expect(refusalFor("not_found").name).toBe("Refusal");
  });
});
