import { IMAGE_LIMITS, INPUT_FORMAT_NAMES, LARGEST_IMAGE, LISTENS_AT, SERVICE } from "@lumiglyph/contract";

type SettingKind =
  | { readonly kind: "integer"; readonly min: number; readonly max: number; readonly default: number | null }
  | { readonly kind: "flag"; readonly default: boolean }
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly default: string }
  | {
      readonly kind: "list";
      readonly of: string;
      readonly values?: readonly string[];
      readonly default: readonly string[];
      /** An example for error messages, if there is no default. */
      readonly example?: string;
    }
  | { readonly kind: "text"; readonly of: string; readonly default: string | null }
  /** An address or name of this machine to listen on. */
  | { readonly kind: "host"; readonly default: string | null }
  | { readonly kind: "origin"; readonly default: string | null }
  | { readonly kind: "url"; readonly default: string | null }
  | { readonly kind: "secret"; readonly default: null }
  /** Header fields, which are secret too, because they often hold a token. */
  | { readonly kind: "headers"; readonly default: null };

/** One environment setting. */
export type Setting = SettingKind & {
  readonly says: string;
  readonly unit?: string;
  readonly defaultSays?: string;
};

/** The operator's settings (answers 3), read from the environment once at startup. */
export const SETTINGS = {
  SERVICE_HOST: {
    kind: "host",
    default: LISTENS_AT.host,
    says: "Address to listen on; 0.0.0.0 for every interface.",
  },
  SERVICE_PORT: {
    kind: "integer",
    min: 0,
    max: 65535,
    default: LISTENS_AT.port,
    defaultSays: `\`PORT\`, else ${LISTENS_AT.port}`,
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
    says: "Maximum size of an encoded image.",
  },
  SERVICE_MAX_IMAGE_PIXELS: {
    kind: "integer",
    min: 1,
    max: LARGEST_IMAGE.pixels,
    default: IMAGE_LIMITS.pixels,
    unit: "pixels",
    says: "Maximum pixels of an image, read from its header before decoding. AVIF gets 35 % of it, because its decoder needs more memory.",
  },
  SERVICE_MAX_IMAGE_SIDE: {
    kind: "integer",
    min: 1,
    max: LARGEST_IMAGE.side,
    default: IMAGE_LIMITS.side,
    unit: "pixels",
    says: "Maximum width or height of an image.",
  },
  SERVICE_INPUT_FORMATS: {
    kind: "list",
    of: "input formats",
    values: INPUT_FORMAT_NAMES,
    default: INPUT_FORMAT_NAMES,
    says: "Accepted image formats. Remove one if its decoder has a vulnerability.",
  },
  SERVICE_RENDER_DEADLINE_MS: {
    kind: "integer",
    min: 100,
    max: 600_000,
    default: 10_000,
    unit: "ms",
    says: "Time limit for one render. Its worker is then killed and replaced.",
  },
  SERVICE_WORKERS: {
    kind: "integer",
    min: 1,
    max: 256,
    default: null,
    defaultSays: "available cores",
    says: "Worker processes that decode and render.",
  },
  SERVICE_WORKER_SEAL: {
    kind: "choice",
    values: ["preferred", "required"],
    default: "preferred",
    says: "Workers restrict themselves with a system call filter (Linux on x86-64 and arm64). If that is impossible, `preferred` logs a warning and `required` refuses to start.",
  },
  SERVICE_QUEUE: {
    kind: "integer",
    min: 0,
    max: 100_000,
    default: null,
    defaultSays: "4 × workers",
    says: "Maximum number of queued renders; beyond it the service answers 503. Under sustained overload (more than 25 % refused) the limit drops to a third, which keeps latency low.",
  },
  SERVICE_FETCH_TIMEOUT_MS: {
    kind: "integer",
    min: 100,
    max: 120_000,
    default: 8_000,
    unit: "ms",
    says: "Total time limit for fetching an `imageUrl`.",
  },
  SERVICE_FETCH_SLOTS: {
    kind: "integer",
    min: 1,
    max: 1_024,
    default: 16,
    says: "Maximum images fetched at the same time.",
  },
  SERVICE_IMAGE_FETCH_ALLOWLIST: {
    kind: "list",
    of: "host names",
    default: [],
    example: "images.example",
    says: "Hosts allowed in `imageUrl` besides our own and the receiving site's: exact names (with a port if not 443) or `*.suffix`.",
  },
  SERVICE_IMAGE_FETCH_PRIVATE: {
    kind: "flag",
    default: false,
    says: "Allow exact names on the allowlist to resolve to private addresses, for example your own image store.",
  },
  SERVICE_URL_PRESETS: {
    kind: "list",
    of: "presets, each a name and its parameters",
    default: [],
    example: "readme=columns=80&format=svg&theme=auto",
    says: "Presets for addresses: `GET /api/v1/render?imageUrl=…&preset=readme` draws with these parameters.",
  },
  SERVICE_URL_ONLY_PRESETS: {
    kind: "flag",
    default: false,
    says: "Require a preset for GET addresses.",
  },
  SERVICE_URL_KEYS: {
    kind: "secret",
    default: null,
    says: "Signing keys, separated by commas, of at least 32 visible ASCII characters each. If set, GET addresses need a signature by one of them. Set two to rotate keys.",
  },
  SERVICE_URL_UNSIGNED_PRESETS: {
    kind: "flag",
    default: false,
    says: "Accept addresses with a preset unsigned.",
  },
  SERVICE_URL_IGNORE: {
    kind: "list",
    of: "names of query parameters",
    default: [],
    example: "fbclid,gclid",
    says: "Query parameters to ignore in addresses, besides `utm_…`. A request with one is redirected to the address without it.",
  },
  SERVICE_URL_MAX_AGE: {
    kind: "integer",
    min: 0,
    max: 31_536_000,
    default: 3_600,
    unit: "seconds",
    says: "How long browsers and caches may reuse the response of an address (`max-age`).",
  },
  SERVICE_URL_STALE: {
    kind: "integer",
    min: 0,
    max: 31_536_000,
    default: 86_400,
    unit: "seconds",
    says: "How long after that caches may still serve it while they revalidate (`stale-while-revalidate`).",
  },
  SERVICE_RENDER_AUTH: {
    kind: "flag",
    default: false,
    says: "Require `SERVICE_API_KEY` for POST renders and the MCP endpoint. To protect GET addresses, use signatures (`SERVICE_URL_KEYS`).",
  },
  SERVICE_RATE_POINTS: {
    kind: "integer",
    min: 0,
    max: 1_000_000,
    default: 0,
    unit: "points per minute",
    says: "Points per minute for one client (an IPv4 address or an IPv6 /64); beyond that the service answers 429. A render costs 1 to 8 points: one for each 8 megapixels of its image and of a PNG, and one for each 80,000 characters of its output. 0 turns the limit off.",
  },
  SERVICE_CLIENT_CONCURRENCY: {
    kind: "integer",
    min: 0,
    max: 10_000,
    default: 0,
    says: "Maximum concurrent renders of one client; beyond it the service answers 429. A render counts until its response is read. 0 turns the limit off.",
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
    says: "Your own proxies, whose `X-Forwarded-For` is trusted. Without them, the client is the peer of the connection.",
  },
  SERVICE_MCP_BATCH: {
    kind: "integer",
    min: 1,
    max: 64,
    default: 8,
    unit: "messages",
    says: "Maximum messages in one batch to the tool endpoint.",
  },
  SERVICE_REDIS_URL: {
    kind: "secret",
    default: null,
    says: "Redis or Valkey for state shared between instances: `redis://` or `rediss://`, with credentials and a database number if needed. It counts clients' points and, with `SERVICE_CACHE=redis`, caches outputs. While it is unreachable, an instance grants each client its share of the limit, and does not cache in Redis.",
  },
  SERVICE_CACHE: {
    kind: "choice",
    values: ["off", "memory", "redis"],
    default: "off",
    says: "Output cache for identical requests, for an hour: `memory` is 64 MiB per instance, `redis` is shared between instances. Images are never cached.",
  },
  SERVICE_API_KEY: {
    kind: "secret",
    default: null,
    says: "The platform credential, in visible ASCII characters. It gives access to `/api/v1/platform/status` and `/metrics`, and lifts the per-client limits. Set several, separated by commas, to rotate them; the first also keys the data in Redis. Without it, there is no trace export and no receiver check.",
  },
  SERVICE_OUTBOUND_KEY: {
    kind: "secret",
    default: null,
    defaultSays: "the first of `SERVICE_API_KEY`",
    says: "The credential sent with exported traces and receiver checks. Set it to keep `SERVICE_API_KEY` secret from those hosts.",
  },
  SERVICE_METRICS_PORT: {
    kind: "integer",
    min: 0,
    max: 65535,
    default: null,
    says: "Port of a second listener that serves only `GET /metrics`, without a credential; 0 for any free one. Never make it public.",
  },
  SERVICE_METRICS_HOST: {
    kind: "host",
    default: null,
    defaultSays: "`SERVICE_HOST`",
    says: "Address that the metrics port listens on.",
  },
  SERVICE_LOG_LEVEL: {
    kind: "choice",
    values: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    default: "info",
    says: "Minimum severity that is logged.",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: "url",
    default: null,
    says: "OTLP receiver (HTTP, protobuf) for traces, which are sent to `v1/traces` below it. Requires `SERVICE_API_KEY` too.",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    kind: "url",
    default: null,
    says: "The receiver's full address, used unchanged.",
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    kind: "headers",
    default: null,
    says: "Headers sent with each export. An `authorization` header replaces `SERVICE_OUTBOUND_KEY`.",
  },
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: {
    kind: "headers",
    default: null,
    says: "Headers for traces only, added to `OTEL_EXPORTER_OTLP_HEADERS`. A header of both has this value.",
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    kind: "integer",
    min: 100,
    max: 10_000,
    default: 2_000,
    unit: "ms",
    says: "Time limit for sending a batch of spans, including retries.",
  },
  OTEL_SERVICE_NAME: {
    kind: "text",
    of: "a name",
    default: SERVICE,
    says: "Service name in exported traces.",
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

/** Whether a setting is secret: messages never quote it, and a file may supply it. */
export const isSecret = ({ kind }: Setting): boolean => kind === "secret" || kind === "headers";

/** Whether this host means every interface, so that it is no public address. */
export const isWildcard = (host: string): boolean => host === "0.0.0.0" || host === "::";

/** Variables with the path of a file that contains a secret, such as `SERVICE_API_KEY_FILE`. */
export const SECRET_FILE_NAMES = SETTING_NAMES.filter((name) => isSecret(SETTINGS[name])).map(
  (name) => `${name}_FILE` as const,
);

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
          : Row extends { kind: "headers" }
            ? { readonly [name: string]: string } | null
            : Row extends { default: string }
              ? string
              : string | null;

/** Every setting with its value. */
export type Settings = { readonly [Name in SettingName]: SettingValue<(typeof SETTINGS)[Name]> };
