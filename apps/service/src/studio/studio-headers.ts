/**
 * What the studio's page may do: run, style and show what this origin serves, read pictures from the device, and start its
 * own Worker. It can send nothing to another origin, and no text can become script. Nothing in it is `unsafe-…`.
 */
const PAGE_POLICY = [
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
].join("; ");

/**
 * What a Worker may do, which obeys the policy that came with its own script and not its page's: compile WebAssembly, load
 * more of its own code and data. Elsewhere a script's policy means nothing.
 */
const WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** What the page asks the person for: the camera, some day. */
const PERMISSIONS = "camera=(self), microphone=(), geolocation=(), display-capture=()";

/** Headers of every file of the studio, in the place of those for data: no page of another site is to load them. */
const OWN = { "cross-origin-resource-policy": "same-origin", "x-frame-options": "DENY" };

const PAGE = { ...OWN, "content-security-policy": PAGE_POLICY, "permissions-policy": PERMISSIONS };

const SCRIPT = { ...OWN, "content-security-policy": WORKER_POLICY };

/** The headers that belong to a file of this content type. */
export const studioHeaders = (contentType: string): { readonly [name: string]: string } => {
  if (contentType.startsWith("text/html")) return PAGE;
  return contentType.startsWith("text/javascript") ? SCRIPT : OWN;
};
