import { Refusal, refusalFor } from "@lumiglyph/contract";
import { headerValues } from "./headers.ts";

/** The parts of a request that the guard reads. */
type GuardedRequest = { readonly rawHeaders: readonly string[]; readonly httpVersion: string };

/**
 * Refuses a request whose `Host` no local client would send (answers 2.15). Otherwise a page whose
 * name was rebound to 127.0.0.1 would share the service's origin. A service that listens beyond
 * loopback accepts any name.
 */
export const guardHost = (request: GuardedRequest, listensOn: string, baseUrl: string): void => {
  const [host, ...more] = headerValues(request.rawHeaders, "host");
  if (more.length > 0) throw new Refusal("request_malformed", "The request has more than one Host header.");
  if (host === undefined && request.httpVersion === "1.1") {
    throw new Refusal("request_malformed", "The request has no Host header.");
  }
  if (host === undefined || !isLoopback(listensOn)) return;
  const name = nameOf(host);
  if (name === null || !(isLoopback(name) || name === nameOf(new URL(baseUrl).host))) {
    throw refusalFor("host_untrusted");
  }
};

/** Whether a host name or address (without brackets) means this machine. */
export const isLoopback = (name: string): boolean =>
  name === "localhost" || name === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);

/** The name in a `Host` value, in lower case, without port and brackets. */
const nameOf = (host: string): string | null => {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]\\]+))(?::[0-9]{0,5})?$/i.exec(host) ?? [];
  return (bracketed ?? plain)?.toLowerCase() ?? null;
};
