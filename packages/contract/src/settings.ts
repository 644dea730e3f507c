import { INPUT_FORMAT_NAMES } from "./formats.ts";
import { SERVICE } from "./version.ts";

type SettingKind =
  | { readonly kind: "integer"; readonly min: number; readonly max: number; readonly default: number | null }
  | { readonly kind: "flag"; readonly default: boolean }
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly default: string }
  | {
      readonly kind: "list";
      readonly of: string;
      readonly values?: readonly string[];
      readonly default: readonly string[];
      /** A value that an operator might set, where no other is known. */
      readonly example?: string;
    }
  | { readonly kind: "text"; readonly of: string; readonly default: string | null }
  | { readonly kind: "origin"; readonly default: string | null }
  | { readonly kind: "url"; readonly default: string | null }
  | { readonly kind: "secret"; readonly default: null };

/** One environment setting. */
export type Setting = SettingKind & {
  readonly says: string;
  readonly unit?: string;
  readonly defaultSays?: string;
};

/** The operator's settings (answers 3), read from the environment once at the start. */
export const SETTINGS = {
  SERVICE_HOST: {
    kind: "text",
    of: "an address to listen on",
    default: "127.0.0.1",
    says: "Address to listen on; 0.0.0.0 for every interface.",
  },
  SERVICE_PORT: {
    kind: "integer",
    min: 0,
    max: 65535,
    default: 8787,
    defaultSays: "`PORT`, else 8787",
    says: "Port to listen on; 0 for any free one.",
  },
  SERVICE_BASE_URL: {
    kind: "origin",
    default: null,
    defaultSays: "from host and port",
    says: "Public address of the service, as its users see it.",
  },
  SERVICE_HANDOFF_TARGET: {
    kind: "origin",
    default: "http://127.0.0.1:8788",
    says: "Origin of the site that receives live frames.",
  },
  SERVICE_MAX_IMAGE_BYTES: {
    kind: "integer",
    min: 1024,
    max: 1024 ** 3,
    default: 10 * 1024 ** 2,
    unit: "bytes",
    says: "Largest encoded image.",
  },
  SERVICE_MAX_IMAGE_PIXELS: {
    kind: "integer",
    min: 1,
    max: 268_402_689,
    default: 40_000_000,
    unit: "pixels",
    says: "Most pixels an image may have, read from its header before any pixel is decoded. An AVIF may have 35 % of them: its decoder takes more memory.",
  },
  SERVICE_MAX_IMAGE_SIDE: {
    kind: "integer",
    min: 1,
    max: 65_535,
    default: 12_000,
    unit: "pixels",
    says: "Longest side an image may have.",
  },
  SERVICE_INPUT_FORMATS: {
    kind: "list",
    of: "input formats",
    values: INPUT_FORMAT_NAMES,
    default: INPUT_FORMAT_NAMES,
    says: "Image formats that are read. Drop one the day its decoder has a hole.",
  },
  SERVICE_RENDER_DEADLINE_MS: {
    kind: "integer",
    min: 100,
    max: 600_000,
    default: 5_000,
    unit: "ms",
    says: "Longest a render may take before its worker is killed and replaced.",
  },
  SERVICE_WORKERS: {
    kind: "integer",
    min: 1,
    max: 256,
    default: null,
    defaultSays: "available cores",
    says: "Worker processes that decode and render.",
  },
  SERVICE_QUEUE: {
    kind: "integer",
    min: 0,
    max: 100_000,
    default: null,
    defaultSays: "4 × workers",
    says: "Renders that may wait for a worker before the service answers 503.",
  },
  SERVICE_FETCH_TIMEOUT_MS: {
    kind: "integer",
    min: 100,
    max: 120_000,
    default: 8_000,
    unit: "ms",
    says: "Longest that fetching an `imageUrl` may take in all.",
  },
  SERVICE_FETCH_SLOTS: {
    kind: "integer",
    min: 1,
    max: 1_024,
    default: 16,
    says: "Images fetched at the same time.",
  },
  SERVICE_IMAGE_FETCH_ALLOWLIST: {
    kind: "list",
    of: "host names",
    default: [],
    example: "images.example",
    says: "Hosts that `imageUrl` may name besides our own and the receiving site's: exact names (with a port if not 443) or `*.suffix`.",
  },
  SERVICE_IMAGE_FETCH_PRIVATE: {
    kind: "flag",
    default: false,
    says: "Lets names that the allowlist spells out exactly resolve to private addresses (an operator's own image store).",
  },
  SERVICE_RATE_POINTS: {
    kind: "integer",
    min: 0,
    max: 1_000_000,
    default: 0,
    unit: "points a minute",
    says: "Points that one client (an IPv4 address, an IPv6 /64) may spend a minute, then it gets a 429: a render costs one for each 8 megapixels of its image and for each 80,000 characters of its output, from 1 to 8. 0 is off.",
  },
  SERVICE_CLIENT_CONCURRENCY: {
    kind: "integer",
    min: 0,
    max: 10_000,
    default: 0,
    says: "Renders that one client may have under way at once, then it gets a 429. 0 is off.",
  },
  SERVICE_MCP_ORIGINS: {
    kind: "list",
    of: "origins",
    default: [],
    example: "https://studio.example",
    says: "Browser origins that may call the tool endpoint besides our own and loopback.",
  },
  SERVICE_TRUSTED_PROXIES: {
    kind: "list",
    of: "CIDR blocks",
    default: [],
    example: "10.0.0.0/8",
    says: "Proxies of one's own, whose `X-Forwarded-For` is believed. Without them the client is whoever opened the connection.",
  },
  SERVICE_MCP_BATCH: {
    kind: "integer",
    min: 1,
    max: 64,
    default: 8,
    unit: "messages",
    says: "Most messages in one batch of the tool endpoint.",
  },
  SERVICE_REDIS_URL: {
    kind: "secret",
    default: null,
    says: "Redis or Valkey for state that instances share: `redis://` or `rediss://`, with credentials and the number of a database if it needs them. Clients' points are counted there, and outputs kept with `SERVICE_CACHE=redis`. While it cannot be asked, every instance counts for itself and keeps nothing.",
  },
  SERVICE_CACHE: {
    kind: "choice",
    values: ["off", "memory", "redis"],
    default: "off",
    says: "Where rendered outputs are kept for identical requests, for an hour: `memory` is 64 MiB of each instance, `redis` is what instances share. Outputs alone: never an image.",
  },
  SERVICE_API_KEY: {
    kind: "secret",
    default: null,
    says: "The platform credential, of visible ASCII characters: it opens `/api/v1/platform/status` and `/metrics`, lifts the limits per client, and goes along with exported traces and checks of the receiver. Without it none of these is there.",
  },
  SERVICE_LOG_LEVEL: {
    kind: "choice",
    values: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    default: "info",
    says: "Least severe line that is logged.",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: "url",
    default: null,
    says: "OTLP receiver (HTTP, protobuf) of traces, which are sent to `v1/traces` below it. It takes `SERVICE_API_KEY` too.",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    kind: "url",
    default: null,
    says: "The same receiver by its whole address, used as it stands.",
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    kind: "integer",
    min: 100,
    max: 10_000,
    default: 2_000,
    unit: "ms",
    says: "Longest that sending a batch of spans may take, tries again included.",
  },
  OTEL_SERVICE_NAME: {
    kind: "text",
    of: "a name",
    default: SERVICE,
    says: "What exported traces call this service.",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

type SettingValue<Row extends Setting> = Row extends { kind: "integer"; default: infer Default }
  ? Default extends null
    ? number | null
    : number
  : Row extends { kind: "flag" }
    ? boolean
    : Row extends { kind: "choice"; values: readonly (infer Value)[] }
      ? Value
      : Row extends { kind: "list"; values: readonly (infer Value)[] }
        ? readonly Value[]
        : Row extends { kind: "list" }
          ? readonly string[]
          : Row extends { default: string }
            ? string
            : string | null;

/** Every setting with its value. */
export type Settings = { readonly [Name in SettingName]: SettingValue<(typeof SETTINGS)[Name]> };
