import type { LimitStatus } from "../limits/client-limits.ts";
import type { Evidence } from "../render/response.ts";

/** The evidence headers of every render, whatever its format (answers 2.3). `limit` is omitted if there is none. */
export const evidenceHeaders = ({ grid, glyphs, quality }: Evidence): { readonly [name: string]: string } => ({
  "render-quality": dictionary({
    status: { token: quality.status },
    target: { token: quality.target },
    score: { decimal: quality.score },
  }),
  "render-glyphs": dictionary({
    strategy: { token: glyphs.strategy },
    size: glyphs.size,
    rmse: { decimal: glyphs.rmse },
    ...(glyphs.limit === null ? {} : { limit: { decimal: glyphs.limit } }),
    within: glyphs.withinLimit,
  }),
  "render-grid": dictionary({ columns: grid.columns, rows: grid.rows }),
});

/** A bare item of RFC 9651. `Token` and `Decimal` disambiguate strings and numbers. */
type Item = boolean | number | Token | Decimal;

type Token = { readonly token: string };
type Decimal = { readonly decimal: number };

/** An RFC 9651 dictionary. True is written as `?1`, which every parser accepts, so that each member has a value. */
export const dictionary = (members: { readonly [key: string]: Item }): string =>
  Object.entries(members)
    .map(([key, item]) => `${checked(key, KEY)}=${bareItem(item)}`)
    .join(", ");

const KEY = /^[a-z*][a-z0-9_\-.*]*$/;
const TOKEN = /^[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*$/;
const MAX_INTEGER = 999_999_999_999_999;
const MAX_DECIMAL = 999_999_999_999;

const bareItem = (item: Item): string => {
  if (typeof item === "boolean") return item ? "?1" : "?0";
  if (typeof item === "number") return integer(item);
  return "token" in item ? checked(item.token, TOKEN) : decimal(item.decimal);
};

const integer = (value: number): string => {
  if (!Number.isInteger(value) || Math.abs(value) > MAX_INTEGER)
    throw new RangeError(`${value} is not an integer item`);
  return String(value);
};

/** At most three fractional digits, at least one. */
const decimal = (value: number): string => {
  if (!Number.isFinite(value) || Math.abs(value) > MAX_DECIMAL) throw new RangeError(`${value} is not a decimal item`);
  // adding 0 turns a rounded -0 into 0
  const digits = (Number(value.toFixed(3)) + 0).toFixed(3);
  return digits.replace(/0{1,2}$/, "");
};

const checked = (text: string, pattern: RegExp): string => {
  if (!pattern.test(text)) throw new RangeError(`${JSON.stringify(text)} is not valid in a structured field`);
  return text;
};

/**
 * Rate limit headers: `RateLimit-Policy` and `RateLimit` as in draft-ietf-httpapi-ratelimit-headers-11, each a list of
 * named policies (RFC 9651), and `Retry-After` after a refusal. Empty if no limit is active.
 */
export const rateLimitFields = ({ points, atOnce, waitSeconds }: LimitStatus): { readonly [name: string]: string } => {
  const items = [...(points === null ? [] : [pointItems(points)]), ...(atOnce === null ? [] : [atOnceItems(atOnce)])];
  return {
    ...(items.length === 0 ? {} : { "ratelimit-policy": items.map(({ policy }) => policy).join(", ") }),
    ...(items.length === 0 ? {} : { ratelimit: items.map(({ limit }) => limit).join(", ") }),
    ...(waitSeconds === null ? {} : { "retry-after": String(waitSeconds) }),
  };
};

type Items = { readonly policy: string; readonly limit: string };

const pointItems = ({ quota, windowSeconds, left, resetSeconds }: NonNullable<LimitStatus["points"]>): Items => ({
  policy: `"render";q=${quota};w=${windowSeconds}`,
  limit: `"render";r=${left};t=${resetSeconds}`,
});

/** Has no `t` because the end of a running render is unknown. */
const atOnceItems = ({ limit, left }: NonNullable<LimitStatus["atOnce"]>): Items => ({
  policy: `"at-once";q=${limit};qu="concurrent-requests"`,
  limit: `"at-once";r=${left}`,
});
