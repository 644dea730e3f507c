import type { Settings } from "@lumiglyph/contract";

/** The public address: as set, else made of the host and of the port that is really listened on. */
export const baseUrl = (settings: Settings, port: number = settings.SERVICE_PORT): string =>
  settings.SERVICE_BASE_URL ?? `http://${reachable(settings.SERVICE_HOST)}:${port}`;

/** Whether the service listens on every interface, so that its own address says nothing about its public one. */
export const isWildcard = (host: string): boolean => host === "0.0.0.0" || host === "::";

/** A name by which a listener's host can be called: a wildcard is on loopback too, an IPv6 address needs brackets. */
const reachable = (host: string): string => {
  if (isWildcard(host)) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};
