/**
 * What the studio's page may do (Content-Security-Policy): run, style and show what its origin serves, read pictures from the
 * device, and start its own Worker. It can send nothing to another origin, and no text can become script. Nothing in it is
 * `unsafe-…`. The service sends it as a header; the built page carries it as a `<meta>` element for hosts that send none.
 */
const PAGE_POLICY: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types studio-worker",
];

/** Directives that a browser takes from a header only, and warns of in a `<meta>` element. */
const HEADER_ONLY = /^frame-ancestors /;

/** The policy as the service sends it. */
export const pagePolicyHeader = (): string => PAGE_POLICY.join("; ");

/** The policy as the page carries it. */
export const pagePolicyMeta = (): string => PAGE_POLICY.filter((rule) => !HEADER_ONLY.test(rule)).join("; ");
