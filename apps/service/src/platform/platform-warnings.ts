import type { Settings } from "@lumiglyph/contract";
import { isLoopback } from "../http/host-guard.ts";
import { traceHeaders, tracesUrl } from "../telemetry/create-tracing.ts";

/** Problems with the credential, each a sentence for the operator. */
export const platformProblems = ({
  SERVICE_RENDER_AUTH: isAsked,
  SERVICE_API_KEY: key,
}: Settings): readonly string[] => (isAsked && key === null ? [NOTHING_TO_ASK] : []);

const NOTHING_TO_ASK =
  "SERVICE_RENDER_AUTH=true needs a credential. Set SERVICE_API_KEY; make one with: openssl rand -hex 32";

/** Warnings about likely mistakes with the credential and trace export, one sentence each. */
export const platformWarnings = (settings: Settings): readonly string[] => {
  const { SERVICE_API_KEY: key } = settings;
  const receiver = URL.parse(tracesUrl(settings) ?? "");
  return [
    ...(key !== null && key.length < LEAST_CHARACTERS ? [GUESSABLE] : []),
    ...(key === null && receiver !== null ? [NO_CREDENTIAL] : []),
    ...(settings.SERVICE_RENDER_AUTH && isOpen(settings) ? [OPEN_ADDRESSES] : []),
    ...(key !== null && receiver !== null && !mayHaveCredential(receiver) ? [inClear(receiver.origin, settings)] : []),
  ];
};

/** Whether anyone may render images from trusted hosts by address, without a signature. */
const isOpen = ({ SERVICE_IMAGE_FETCH_ALLOWLIST: hosts, SERVICE_URL_KEYS: keys }: Settings): boolean =>
  hosts.length > 0 && keys === null;

const OPEN_ADDRESSES =
  "SERVICE_RENDER_AUTH guards uploads and the tool alone: without SERVICE_URL_KEYS anybody can draw pictures of SERVICE_IMAGE_FETCH_ALLOWLIST at GET /api/v1/render.";

const LEAST_CHARACTERS = 16;

const GUESSABLE = `SERVICE_API_KEY has fewer than ${LEAST_CHARACTERS} characters: it can be guessed. Set a long random one.`;

const NO_CREDENTIAL = "OTEL_EXPORTER_OTLP_ENDPOINT is set, but no trace is exported without SERVICE_API_KEY.";

const inClear = (origin: string, settings: Settings): string => {
  const sent = "authorization" in traceHeaders(settings) ? "OTEL_EXPORTER_OTLP_HEADERS" : "SERVICE_API_KEY";
  return `Traces go to ${origin} with ${sent} in clear text. Use https unless the network is your own.`;
};

/**
 * Whether the credential may be sent to a URL: only over HTTPS or to this machine, never in clear text over a network.
 */
export const mayHaveCredential = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
