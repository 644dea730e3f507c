import { isLoopback } from "../http/host-guard.ts";
import { outboundKey, platformKeys } from "../security/keys.ts";
import type { Settings } from "../tables/settings.ts";
import { exportHeaders, tracesUrl } from "../telemetry/create-tracing.ts";

/** Problems with the credential, each a sentence for the operator. */
export const platformProblems = (settings: Settings): readonly string[] => {
  const hasKey = platformKeys(settings).length > 0;
  if (settings.SERVICE_API_KEY !== null && !hasKey) return [ONLY_COMMAS];
  return settings.SERVICE_RENDER_AUTH && !hasKey ? [NOTHING_TO_ASK] : [];
};

const ONLY_COMMAS = "SERVICE_API_KEY has commas but no key. Make one with: openssl rand -hex 32";

const NOTHING_TO_ASK =
  "SERVICE_RENDER_AUTH=true needs a credential. Set SERVICE_API_KEY; make one with: openssl rand -hex 32";

/** Warnings about likely mistakes with the credential and trace export, one sentence each. */
export const platformWarnings = (settings: Settings): readonly string[] => {
  const keys = platformKeys(settings);
  const outbound = outboundKey(settings);
  const receiver = URL.parse(tracesUrl(settings) ?? "");
  return [
    ...(keys.some((key) => key.length < LEAST_CHARACTERS) ? [GUESSABLE] : []),
    ...(settings.SERVICE_OUTBOUND_KEY !== null && outbound === null ? [UNUSED_OUTBOUND] : []),
    ...(outbound === null && receiver !== null ? [NO_CREDENTIAL] : []),
    ...(settings.SERVICE_RENDER_AUTH && isOpen(settings) ? [OPEN_ADDRESSES] : []),
    ...(outbound !== null && receiver !== null && !mayHaveCredential(receiver)
      ? [inClear(receiver.origin, settings)]
      : []),
  ];
};

/** Whether anyone may render images from trusted hosts by address, without a signature. */
const isOpen = ({ SERVICE_IMAGE_FETCH_ALLOWLIST: hosts, SERVICE_URL_KEYS: keys }: Settings): boolean =>
  hosts.length > 0 && keys === null;

const OPEN_ADDRESSES =
  "SERVICE_RENDER_AUTH protects only uploads and the tool: without SERVICE_URL_KEYS anybody can render pictures from SERVICE_IMAGE_FETCH_ALLOWLIST with GET /api/v1/render.";

const LEAST_CHARACTERS = 16;

const GUESSABLE = `SERVICE_API_KEY has fewer than ${LEAST_CHARACTERS} characters: it can be guessed. Set a long random one.`;

const UNUSED_OUTBOUND = "SERVICE_OUTBOUND_KEY is set, but nothing is sent without SERVICE_API_KEY.";

const NO_CREDENTIAL = "OTEL_EXPORTER_OTLP_ENDPOINT is set, but no trace is exported without SERVICE_API_KEY.";

const inClear = (origin: string, settings: Settings): string => {
  const own = settings.SERVICE_OUTBOUND_KEY === null ? "SERVICE_API_KEY" : "SERVICE_OUTBOUND_KEY";
  const sent = "authorization" in exportHeaders(settings) ? "OTEL_EXPORTER_OTLP_HEADERS" : own;
  return `Traces go to ${origin} with ${sent} in clear text. Use https unless the network is your own.`;
};

/**
 * Whether the credential may be sent to a URL: only over HTTPS or to this machine, never in clear text over a network.
 */
export const mayHaveCredential = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
