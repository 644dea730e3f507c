/**
 * What every answer says to a browser about itself, malformed requests' answers too. Routes with another kind of content
 * overwrite single ones: pages and renders have a content policy of their own.
 */
export const securityHeaders = (baseUrl: string): Headers =>
  baseUrl.startsWith("https:") ? { ...ALWAYS, ...OVER_TLS } : ALWAYS;

type Headers = { readonly [name: string]: string };

const ALWAYS: Headers = {
  // the content type is what we say it is
  "x-content-type-options": "nosniff",
  // data is no page: nothing in it may load, run or be submitted
  "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
  // for browsers that do not know frame-ancestors
  "x-frame-options": "SAMEORIGIN",
  // a public interface is there for the pages of others
  "cross-origin-resource-policy": "cross-origin",
  // pages of others that open ours get no hold of them, while ours may open the receiving site and talk to it
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "referrer-policy": "no-referrer",
};

/** A year of https only, where the operator says that users see https; of their other hosts we know nothing. */
const OVER_TLS: Headers = { "strict-transport-security": "max-age=31536000" };
