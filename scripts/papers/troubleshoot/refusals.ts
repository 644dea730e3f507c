import { ERROR_CODES, ERRORS, type ErrorCode, type SettingName } from "@lumiglyph/contract";
import { code, table } from "../../../packages/documents/src/markdown/page.ts";

/** Refusals that have one cause, as whoever meets them would look for them. */
type Group = { readonly title: string; readonly codes: readonly ErrorCode[] };

const GROUPS: readonly Group[] = [
  {
    title: "A parameter is refused",
    codes: ["parameter_invalid", "parameter_unknown", "parameter_repeated", "parameter_conflict"],
  },
  {
    title: "The picture does not arrive",
    codes: [
      "image_missing",
      "image_ambiguous",
      "image_misplaced",
      "image_base64_invalid",
      "body_invalid",
      "media_type_unsupported",
      "upload_stalled",
    ],
  },
  {
    title: "The picture is not drawn",
    codes: [
      "image_format_unsupported",
      "image_unreadable",
      "image_too_large",
      "image_too_many_pixels",
      "grid_too_large",
      "result_too_long",
    ],
  },
  {
    title: "The picture's address is refused",
    codes: ["image_url_untrusted", "image_host_failed", "image_host_slow"],
  },
  { title: "The service has enough to do", codes: ["overloaded", "draining", "render_deadline", "rate_limited"] },
  {
    title: "The request does not get that far",
    codes: [
      "host_untrusted",
      "origin_untrusted",
      "credential_missing",
      "invalid_token",
      "not_found",
      "method_not_allowed",
      "request_malformed",
      "headers_too_large",
    ],
  },
];

/** What the operator can set where callers meet this more often than they should. */
const SETTINGS: { readonly [Code in ErrorCode]?: readonly SettingName[] } = {
  image_format_unsupported: ["SERVICE_INPUT_FORMATS"],
  image_too_large: ["SERVICE_MAX_IMAGE_BYTES"],
  image_too_many_pixels: ["SERVICE_MAX_IMAGE_PIXELS", "SERVICE_MAX_IMAGE_SIDE"],
  image_url_untrusted: ["SERVICE_IMAGE_FETCH_ALLOWLIST", "SERVICE_IMAGE_FETCH_PRIVATE"],
  image_host_slow: ["SERVICE_FETCH_TIMEOUT_MS"],
  overloaded: ["SERVICE_WORKERS", "SERVICE_QUEUE", "SERVICE_FETCH_SLOTS"],
  render_deadline: ["SERVICE_RENDER_DEADLINE_MS"],
  rate_limited: ["SERVICE_RATE_POINTS", "SERVICE_CLIENT_CONCURRENCY", "SERVICE_TRUSTED_PROXIES"],
  host_untrusted: ["SERVICE_BASE_URL"],
  origin_untrusted: ["SERVICE_MCP_ORIGINS"],
  credential_missing: ["SERVICE_API_KEY"],
  invalid_token: ["SERVICE_API_KEY"],
};

/** Every refusal of the error table under what it looks like from outside; throws where one is forgotten. */
export const refusalParts = (): readonly string[] => {
  const told = GROUPS.flatMap(({ codes }) => codes);
  const forgotten = ERROR_CODES.filter((name) => !told.includes(name));
  if (forgotten.length > 0) throw new Error(`Troubleshooting has no place for ${forgotten.join(", ")}.`);
  return GROUPS.map(
    ({ title, codes }) =>
      `### ${title}\n\n${table(["Code", "What to do", "What the operator can set"], codes.map(row))}`,
  );
};

const row = (name: ErrorCode): readonly string[] => [
  `${code(name)}, ${ERRORS[name].status}`,
  ERRORS[name].says,
  (SETTINGS[name] ?? []).map(code).join(", "),
];
