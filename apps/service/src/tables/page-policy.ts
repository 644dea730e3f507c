/**
 * The studio page's Content-Security-Policy: scripts, styles and media from its own origin,
 * pictures from the device, and its own Worker. The page can send nothing to another origin, and
 * text cannot become script. It contains no `unsafe-…`. The service sends it as a header; the built
 * page has it as a `<meta>` element for hosts that send none.
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

/** Directives that browsers accept only in a header; in a `<meta>` element they cause a warning. */
const HEADER_ONLY = /^frame-ancestors /;

/** The policy as a header. */
export const pagePolicyHeader = (): string => PAGE_POLICY.join("; ");

/** The policy for the page's `<meta>` element. */
export const pagePolicyMeta = (): string => PAGE_POLICY.filter((rule) => !HEADER_ONLY.test(rule)).join("; ");
