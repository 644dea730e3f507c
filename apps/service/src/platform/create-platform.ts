import { type Health, type Settings, UNCHECKED } from "@lumiglyph/contract";
import type { FastifyInstance } from "fastify";
import { createMetrics } from "../metrics/metrics.ts";
import type { WorkerEvents } from "../render/pool/render-pool.ts";
import type { SharedStanding } from "../shared/state.ts";
import { addTelemetry } from "../telemetry/hooks.ts";
import { createRecorder, type RecorderParts } from "../telemetry/recorder.ts";
import { NO_TELEMETRY, type Telemetry } from "../telemetry/telemetry.ts";
import { tracesStanding } from "../telemetry/tracing.ts";
import { type Credential, createCredential } from "./credential.ts";
import type { ReceiverCheck } from "./receiver-check.ts";
import { platformRoutes } from "./routes.ts";

/** What there is for the operator. */
export type Platform = {
  /** Null where none is set. */
  readonly credential: Credential | null;
  readonly telemetry: Telemetry;
  /** Serves it with the app. */
  readonly addTo: (app: FastifyInstance) => void;
};

export type CreatePlatformParts = Omit<RecorderParts, "metrics"> & {
  readonly draining: () => boolean;
  readonly load: () => Health["load"];
  readonly workers: () => WorkerEvents;
  readonly shared: () => SharedStanding;
  readonly receiver: Pick<ReceiverCheck, "status" | "counts"> | null;
};

/** The operator's side of the service: nothing at all without a credential (decision 4). */
export const createPlatform = (settings: Settings, parts: CreatePlatformParts): Platform => {
  const { SERVICE_API_KEY: key } = settings;
  if (key === null) return { credential: null, telemetry: NO_TELEMETRY, addTo: () => {} };
  const { clock, receiver, tracing } = parts;
  const begun = clock();
  const sources = {
    ...parts,
    uptimeSeconds: () => Math.floor(clock() - begun) / 1000,
    traces: () => tracesStanding(tracing),
    receiver: () => receiver?.status() ?? UNCHECKED,
    receiverChecks: () => receiver?.counts() ?? { reachable: 0, unreachable: 0 },
    target: settings.SERVICE_HANDOFF_TARGET,
  };
  const credential = createCredential(key);
  const metrics = createMetrics(sources);
  const telemetry = createRecorder({ ...parts, metrics });
  const addTo = (app: FastifyInstance) => {
    addTelemetry(app, telemetry);
    platformRoutes(app, { credential, sources, metrics });
  };
  return { credential, telemetry, addTo };
};
