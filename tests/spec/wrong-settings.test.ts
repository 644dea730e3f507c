import { createServer } from "node:net";
import { baseUrl, createService, readSettings } from "@lumiglyph/service";
import { expect, test } from "vitest";
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from "../../apps/service/src/tables/settings.ts";
import { failProcess } from "../support/http-process.ts";

/** Text that is invalid for most kinds of settings. */
const NONSENSE = [
  ...[
    "?",
    "-1",
    "1e9",
    "0x10",
    "NaN",
    "99999999999999999999",
    "999.1.1.1",
    "fe80::1%eth0",
    "a b",
    "[::1",
    "true,false",
  ],
  ...["http://", "://", "https://a.example/path?x#y", "*", ",", "=", "%", "\u0007", "é".repeat(5000)],
];

/** Plausible but invalid values, for settings with a syntax. */
const NEAR: { readonly [Name in SettingName]?: readonly string[] } = {
  SERVICE_HOST: ["127.0.0.1:8787", "http://127.0.0.1", "256.0.0.1", "::1::", "1.2.3.4.5"],
  SERVICE_URL_PRESETS: [
    "readme",
    "readme=",
    "readme=columns=4",
    "readme=width=4",
    "a=imageUrl=https://a.example/b.png",
  ],
  SERVICE_URL_KEYS: ["short", "x".repeat(31), `${"x".repeat(32)},`, `,${"x".repeat(32)}`],
  SERVICE_URL_IGNORE: ["columns", "v,sig", "imageUrl"],
  SERVICE_TRUSTED_PROXIES: ["10.0.0.0/33", "10.0.0.0", "::/129", "10.0.0.0/8,nobody"],
  SERVICE_IMAGE_FETCH_ALLOWLIST: ["https://images.example", "*.com", "10.0.0.1", "a.example:0"],
  SERVICE_MCP_ORIGINS: ["studio.example", "https://studio.example/path", "null"],
  SERVICE_REDIS_URL: ["localhost:6379", "redis://", "redis://host/x", "redis://host:99999", "redis://u:%@host"],
  OTEL_EXPORTER_OTLP_HEADERS: ["a", "a=", "=b", "host=a", "a=b\nc=d"],
};

/** Kinds with a strict syntax; names, texts, lists and secrets accept some of the nonsense. */
const STRICT: readonly Setting["kind"][] = ["integer", "flag", "choice", "origin", "url", "headers"];

/** A stack trace, or an exception's raw message. */
const RAW = /\n\s+at |Error:|node:internal|undefined|\[object/;

for (const name of SETTING_NAMES) {
  test(`20 wrong values of ${name} are refused by name, or accepted by a service that starts (answers 3.1)`, async () => {
    const values = [...NONSENSE, ...(NEAR[name] ?? [])];
    expect(values.length).toBeGreaterThanOrEqual(20);
    for (const value of values) {
      const reading = readSettings({ SERVICE_CACHE: "memory", SERVICE_API_KEY: "k".repeat(32), [name]: value });
      if ("problems" in reading) {
        expect(reading.problems.join("\n")).toMatch(new RegExp(`^${name}\\b.*\\.$|openssl rand -hex 32$`, "m"));
        expect(reading.problems.join("\n")).not.toMatch(RAW);
        continue;
      }
      expect([value, STRICT.includes(SETTINGS[name].kind) || NEAR[name]?.includes(value)]).not.toContain(true);
      // accepted settings start, up to listening
      expect(URL.canParse(baseUrl(reading.settings))).toBe(true);
      const app = createService(reading.settings, { logTo: { write: () => {} } });
      await app.ready();
      await app.close();
    }
  });
}

test("a start with every setting wrong ends with one sentence for each, and no stack trace (answers 3.1)", async () => {
  const wrong = SETTING_NAMES.filter((name) => !["text", "secret"].includes(SETTINGS[name].kind));
  const values = (at: number) => wrong.map((name) => [name, (NEAR[name] ?? ["?", "http://", ","])[at] ?? "\u0007"]);
  for (const at of [0, 1, 2]) {
    const { code, output, errors } = await failProcess(Object.fromEntries(values(at)));
    expect([code, output]).toEqual([1, ""]);
    for (const name of wrong) expect(errors).toMatch(new RegExp(`^${name} .*\\.`, "m"));
    expect(errors).not.toMatch(RAW);
  }
}, 120_000);

test.each([
  ["SERVICE_HOST", "999.1.1.1", 'SERVICE_HOST must be an IP address or a host name to listen on, but is "999.1.1.1".'],
  ["SERVICE_HOST", "nowhere.invalid", "nowhere.invalid is not an address of this machine. Set SERVICE_HOST=127.0.0.1,"],
  ["SERVICE_HOST", "192.0.2.1", "192.0.2.1 is not an address of this machine. Set SERVICE_HOST=127.0.0.1,"],
  ["SERVICE_METRICS_HOST", "192.0.2.1", "192.0.2.1 is not an address of this machine. Set SERVICE_METRICS_HOST="],
  ["SERVICE_URL_PRESETS", "readme", 'SERVICE_URL_PRESETS cannot be used: "readme" is not a preset.'],
  ["SERVICE_URL_KEYS", "short", "SERVICE_URL_KEYS cannot be used: each key must have at least 32 characters."],
])(
  "a start with %s=%s ends with a sentence (answers 3.1)",
  async (name, value, sentence) => {
    const env = { SERVICE_PORT: "0", SERVICE_METRICS_PORT: "0", SERVICE_WORKERS: "1", SERVICE_LOG_LEVEL: "error" };
    const { code, errors } = await failProcess({ ...env, [name]: value });
    expect(code).toBe(1);
    expect(errors).toMatch(new RegExp(`^${sentence.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
    expect(errors.trim()).not.toMatch(/\n/);
  },
  60_000,
);

test("a port that is taken is named, with the setting to change (answers 3.2)", async () => {
  const holder = createServer();
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, "127.0.0.1", () => resolve((holder.address() as { port: number }).port));
  });
  for (const setting of ["SERVICE", "SERVICE_METRICS"]) {
    const env = { SERVICE_PORT: "0", SERVICE_METRICS_PORT: "0", [`${setting}_PORT`]: String(port) };
    const { code, errors } = await failProcess({ ...env, SERVICE_WORKERS: "1", SERVICE_LOG_LEVEL: "error" });
    expect([code, errors]).toEqual([
      1,
      `Port ${port} on 127.0.0.1 is taken. Set ${setting}_PORT to another one, or to 0 for any free one.\n`,
    ]);
  }
  holder.close();
}, 60_000);
