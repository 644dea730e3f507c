import { DEFAULT_INSTANCE } from "../../instance.ts";
import type { PlatformStatus } from "../../shapes/platform-status.ts";
import { healthExample } from "./health-example.ts";

/** The status of an instance with traces exported and a receiver that is there, at rest. */
export const platformStatusExample = (): PlatformStatus => {
  const { status, service, version, uptimeSeconds, load } = healthExample();
  return {
    status,
    service,
    version,
    uptimeSeconds,
    load,
    workers: { started: 5, retired: 0, crashed: 0, killed: 0 },
    redis: { state: "off", lastError: null },
    limiter: { backend: "memory", allowed: 42, refused: 1, fallbacks: 0 },
    cache: { backend: "off", hits: 0, misses: 0, stored: 0, storedBytes: 0, heldBytes: 0, errors: 0 },
    traceExport: {
      state: "on",
      receiver: "https://traces.example",
      spans: { exported: 812, failed: 0, dropped: 0, waiting: 0 },
      traces: { sampled: 42, unsampled: 1, capped: 0 },
    },
    receiver: {
      target: DEFAULT_INSTANCE.settings.SERVICE_HANDOFF_TARGET,
      status: "reachable",
      checkedAt: "2026-11-15T12:00:00.000Z",
    },
  };
};
