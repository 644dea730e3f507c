import type { Standing } from "../limits/fair-share.ts";

/**
 * What a client is told of its limits: `RateLimit-Policy` and `RateLimit` as in draft-ietf-httpapi-ratelimit-headers-11,
 * each a list of named policies (RFC 9651), and `Retry-After` where it was refused. Nothing where no limit is on.
 */
export const rateLimitFields = ({ points, atOnce, waitSeconds }: Standing): { readonly [name: string]: string } => {
  const told = [...(points === null ? [] : [pointItems(points)]), ...(atOnce === null ? [] : [atOnceItems(atOnce)])];
  return {
    ...(told.length === 0 ? {} : { "ratelimit-policy": told.map(({ policy }) => policy).join(", ") }),
    ...(told.length === 0 ? {} : { ratelimit: told.map(({ limit }) => limit).join(", ") }),
    ...(waitSeconds === null ? {} : { "retry-after": String(waitSeconds) }),
  };
};

type Items = { readonly policy: string; readonly limit: string };

const pointItems = ({ quota, windowSeconds, left, resetSeconds }: NonNullable<Standing["points"]>): Items => ({
  policy: `"render";q=${quota};w=${windowSeconds}`,
  limit: `"render";r=${left};t=${resetSeconds}`,
});

/** Without a `t`: nobody knows when a render under way will be done. */
const atOnceItems = ({ limit, left }: NonNullable<Standing["atOnce"]>): Items => ({
  policy: `"at-once";q=${limit};qu="concurrent-requests"`,
  limit: `"at-once";r=${left}`,
});
