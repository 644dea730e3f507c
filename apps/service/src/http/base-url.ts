import { isWildcard, type Settings } from "../tables/settings.ts";

/** The public URL: as configured, otherwise built from the host and the actual port. */
export const baseUrl = (settings: Settings, port: number = settings.SERVICE_PORT): string =>
  settings.SERVICE_BASE_URL ?? `http://${reachable(settings.SERVICE_HOST)}:${port}`;

/** The host as a client can address it: loopback for a wildcard, brackets around IPv6. */
const reachable = (host: string): string => {
  if (isWildcard(host)) return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};
