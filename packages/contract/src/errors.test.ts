import { describe, expect, it } from "vitest";
import { ERROR_CODES, ERRORS, type ErrorCode } from "./errors.ts";

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
