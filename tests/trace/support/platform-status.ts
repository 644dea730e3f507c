import type { PlatformStatus } from "../../../apps/service/src/tables/platform-status.ts";
import { ask } from "../../support/http-render.ts";

/** The platform credential of the services that these tests start. */
export const KEY = "platform-key-0123456789-abcdef";

const HEADERS = { authorization: `Bearer ${KEY}` };

export const statusAt = async (url: string): Promise<PlatformStatus> =>
  (await ask(`${url}/api/v1/platform/status`, { headers: HEADERS })).json() as unknown as PlatformStatus;

export const metricsAt = async (url: string): Promise<string> =>
  (await ask(`${url}/metrics`, { headers: HEADERS })).text;
