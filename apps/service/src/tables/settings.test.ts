import { describe, expect, it } from "vitest";
import { isSecret, SECRET_FILE_NAMES, SETTING_NAMES, SETTINGS, type Setting } from "./settings.ts";

describe("the settings table", () => {
  it("has the names and defaults of answers 3", () => {
    expect(Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default]))).toEqual({
      SERVICE_HOST: "127.0.0.1",
      SERVICE_PORT: 8787,
      SERVICE_BASE_URL: null,
      SERVICE_HANDOFF_TARGET: "http://127.0.0.1:8788",
      SERVICE_MAX_IMAGE_BYTES: 10_485_760,
      SERVICE_MAX_IMAGE_PIXELS: 40_000_000,
      SERVICE_MAX_IMAGE_SIDE: 12_000,
      SERVICE_INPUT_FORMATS: ["jpeg", "png", "webp", "gif", "avif"],
      SERVICE_RENDER_DEADLINE_MS: 10_000,
      SERVICE_WORKERS: null,
      SERVICE_QUEUE: null,
      SERVICE_FETCH_TIMEOUT_MS: 8_000,
      SERVICE_FETCH_SLOTS: 16,
      SERVICE_IMAGE_FETCH_ALLOWLIST: [],
      SERVICE_IMAGE_FETCH_PRIVATE: false,
      SERVICE_URL_PRESETS: [],
      SERVICE_URL_ONLY_PRESETS: false,
      SERVICE_URL_KEYS: null,
      SERVICE_URL_UNSIGNED_PRESETS: false,
      SERVICE_RENDER_AUTH: false,
      SERVICE_URL_IGNORE: [],
      SERVICE_OUTBOUND_KEY: null,
      SERVICE_WORKER_SEAL: "preferred",
      SERVICE_URL_MAX_AGE: 3_600,
      SERVICE_URL_STALE: 86_400,
      SERVICE_RATE_POINTS: 0,
      SERVICE_CLIENT_CONCURRENCY: 0,
      SERVICE_MCP_ORIGINS: [],
      SERVICE_TRUSTED_PROXIES: [],
      SERVICE_MCP_BATCH: 8,
      SERVICE_REDIS_URL: null,
      SERVICE_CACHE: "off",
      SERVICE_API_KEY: null,
      SERVICE_METRICS_PORT: null,
      SERVICE_METRICS_HOST: null,
      SERVICE_LOG_LEVEL: "info",
      OTEL_EXPORTER_OTLP_ENDPOINT: null,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: null,
      OTEL_EXPORTER_OTLP_HEADERS: null,
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: null,
      OTEL_EXPORTER_OTLP_TIMEOUT: 2_000,
      OTEL_SERVICE_NAME: "lumiglyph",
    });
  });

  it("offers the three caches and the logger's levels", () => {
    expect(SETTINGS.SERVICE_CACHE.values).toEqual(["off", "memory", "redis"]);
    expect(SETTINGS.SERVICE_LOG_LEVEL.values).toEqual(["fatal", "error", "warn", "info", "debug", "trace", "silent"]);
  });

  it("has numeric defaults within their own ranges", () => {
    const rows: readonly Setting[] = SETTING_NAMES.map((name) => SETTINGS[name]);
    const numbers = rows.flatMap((row) => (row.kind === "integer" && row.default !== null ? [row] : []));
    expect(numbers).toHaveLength(13);
    expect(numbers.filter((row) => row.default === null || row.default < row.min || row.default > row.max)).toEqual([]);
  });

  it("describes the defaults that depend on the environment", () => {
    const decided = SETTING_NAMES.filter((name) => "defaultSays" in SETTINGS[name]);
    expect(decided).toEqual([
      "SERVICE_PORT",
      "SERVICE_BASE_URL",
      "SERVICE_WORKERS",
      "SERVICE_QUEUE",
      "SERVICE_OUTBOUND_KEY",
      "SERVICE_METRICS_HOST",
    ]);
  });

  it("marks every setting that may hold a credential as secret", () => {
    const secrets = ["SERVICE_URL_KEYS", "SERVICE_REDIS_URL", "SERVICE_API_KEY", "SERVICE_OUTBOUND_KEY"];
    const headers = ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS"];
    expect(SETTING_NAMES.filter((name) => isSecret(SETTINGS[name]))).toEqual([...secrets, ...headers]);
    expect(SECRET_FILE_NAMES).toEqual([...secrets, ...headers].map((name) => `${name}_FILE`));
  });
});
