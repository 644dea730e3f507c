import { refusalFor } from "@lumiglyph/contract";
import type { Credential } from "./credential.ts";

/** Refuses a request that does not present the platform credential (decision 4). */
export const guardPlatform = (rawHeaders: readonly string[], credential: Credential): void => {
  const presented = credential(rawHeaders);
  if (presented !== "right") throw refusalFor(presented === "none" ? "credential_missing" : "invalid_token");
};
