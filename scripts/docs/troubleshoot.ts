import { ERROR_CODES, ERRORS, type ErrorCode } from "@lumiglyph/contract";
import { HANDOFF_FAILURES, type HandoffFailure } from "@lumiglyph/handoff";
import { code, table } from "../../apps/service/src/documents/markdown/page.ts";
import type { SettingName } from "../../apps/service/src/tables/settings.ts";
import { type ErrorWords, errorWords } from "../../apps/studio/src/sources/fault-cards.ts";

/** The generated parts of docs/how-to/troubleshoot.md. */
export const troubleshootParts = (): { readonly [name: string]: string } => ({
  refusals: refusals(),
  camera: camera(),
  handoff: handoff(),
});

/** Error codes under the heading that a user would look for. */
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
    title: "The picture cannot be rendered",
    codes: [
      "image_format_unsupported",
      "image_unreadable",
      "image_tiny",
      "image_too_large",
      "image_too_many_pixels",
      "grid_too_large",
      "result_too_long",
    ],
  },
  {
    title: "The picture's address is refused",
    codes: ["image_url_untrusted", "image_url_missing", "image_host_failed", "image_host_down", "image_host_slow"],
  },
  {
    title: "The address of art is refused",
    codes: ["addresses_off", "preset_needed", "address_unsigned", "address_expired"],
  },
  { title: "The service is busy", codes: ["overloaded", "draining", "render_deadline", "rate_limited"] },
  {
    title: "The request is rejected before rendering",
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

/** Settings that an operator can change if clients get an error too often. */
const SETTINGS: { readonly [Code in ErrorCode]?: readonly SettingName[] } = {
  image_format_unsupported: ["SERVICE_INPUT_FORMATS"],
  image_too_large: ["SERVICE_MAX_IMAGE_BYTES"],
  image_too_many_pixels: ["SERVICE_MAX_IMAGE_PIXELS", "SERVICE_MAX_IMAGE_SIDE"],
  image_url_untrusted: ["SERVICE_IMAGE_FETCH_ALLOWLIST", "SERVICE_IMAGE_FETCH_PRIVATE"],
  image_host_slow: ["SERVICE_FETCH_TIMEOUT_MS"],
  addresses_off: ["SERVICE_IMAGE_FETCH_ALLOWLIST", "SERVICE_URL_PRESETS"],
  preset_needed: ["SERVICE_URL_ONLY_PRESETS"],
  address_unsigned: ["SERVICE_URL_KEYS", "SERVICE_URL_UNSIGNED_PRESETS"],
  overloaded: ["SERVICE_WORKERS", "SERVICE_QUEUE", "SERVICE_FETCH_SLOTS"],
  render_deadline: ["SERVICE_RENDER_DEADLINE_MS"],
  rate_limited: ["SERVICE_RATE_POINTS", "SERVICE_CLIENT_CONCURRENCY", "SERVICE_TRUSTED_PROXIES"],
  host_untrusted: ["SERVICE_BASE_URL"],
  origin_untrusted: ["SERVICE_MCP_ORIGINS"],
  credential_missing: ["SERVICE_API_KEY", "SERVICE_RENDER_AUTH"],
  invalid_token: ["SERVICE_API_KEY"],
};

/** A table for each group; throws if the error table has a code that is in no group. */
const refusals = (): string => {
  const grouped = GROUPS.flatMap(({ codes }) => codes);
  const missing = ERROR_CODES.filter((name) => !grouped.includes(name));
  if (missing.length > 0) throw new Error(`No troubleshooting group has ${missing.join(", ")}.`);
  return GROUPS.map(
    ({ title, codes }) =>
      `### ${title}\n\n${table(["Code", "What to do", "What the operator can set"], codes.map(row))}`,
  ).join("\n\n");
};

const row = (name: ErrorCode): readonly string[] => [
  `${code(name)}, ${ERRORS[name].status}`,
  ERRORS[name].says,
  (SETTINGS[name] ?? []).map(code).join(", "),
];

const CAMERA = ["permission_denied", "camera_not_found", "camera_busy", "camera_unplugged", "insecure_page"] as const;

/** Camera errors as the studio words them. */
const camera = (): string =>
  table(
    ["What the studio says", "What to do"],
    CAMERA.map((name) => errorWords({ code: name })).map((words) => [words.title, advice(words)]),
  );

const advice = ({ says, steps = [] }: ErrorWords): string => [says, ...steps].join(" ");

/** Advice for each failure of a handoff. */
const REMEDIES: { readonly [Failure in HandoffFailure]: string } = {
  popup_blocked:
    "Allow pop-ups for this site: the icon is at the end of the address bar. Then press **Send to…** again.",
  receiver_timeout:
    "Open the receiver's address yourself: it must show a page, and that page must name this studio's origin. `SERVICE_HANDOFF_TARGET` sets the address.",
  receiver_unreachable: "The receiver's site must send no `Cross-Origin-Opener-Policy`, or `unsafe-none`.",
  version_mismatch: "Update the older of the two; `GET /api/v1/a2v-handoff` shows which version this one uses.",
  receiver_stalled: "Check the receiver's window: a background or busy page responds late.",
  receiver_closed: "Press **Send to…** again.",
  permission_denied: "Allow the camera, as above.",
  source_ended: "Start the camera again, or play the video from its beginning.",
};

const handoff = (): string =>
  table(
    ["Code", "What happened", "What to do"],
    (Object.keys(HANDOFF_FAILURES) as HandoffFailure[]).map((name) => [
      code(name),
      HANDOFF_FAILURES[name],
      REMEDIES[name],
    ]),
  );
