import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SECRET_FILE_NAMES, SETTING_NAMES, SETTINGS } from "../tables/settings.ts";
import { type Environment, readSettings } from "./read-settings.ts";

const settings = (env: Environment) => {
  const reading = readSettings(env);
  if ("problems" in reading) throw new Error(reading.problems.join("\n"));
  return reading.settings;
};

const problems = (env: Environment) => {
  const reading = readSettings(env);
  return "problems" in reading ? reading.problems : [];
};

describe("readSettings", () => {
  test("returns every default for an empty environment", () => {
    const defaults = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default]));
    expect(settings({})).toEqual(defaults);
  });

  test("treats an empty or blank value as not set", () => {
    expect(settings({ SERVICE_PORT: "", SERVICE_HOST: "  " })).toEqual(settings({}));
  });

  test("reads each kind of value", () => {
    const read = settings({
      SERVICE_PORT: "0",
      SERVICE_BASE_URL: "https://Ascii.example:443/",
      SERVICE_INPUT_FORMATS: "png, jpeg,png",
      SERVICE_IMAGE_FETCH_ALLOWLIST: "images.example,*.cdn.example,store.example:8443",
      SERVICE_IMAGE_FETCH_PRIVATE: "TRUE",
      SERVICE_LOG_LEVEL: "silent",
    });
    expect(read.SERVICE_PORT).toBe(0);
    expect(read.SERVICE_BASE_URL).toBe("https://ascii.example");
    expect(read.SERVICE_INPUT_FORMATS).toEqual(["png", "jpeg"]);
    expect(read.SERVICE_IMAGE_FETCH_ALLOWLIST).toEqual(["images.example", "*.cdn.example", "store.example:8443"]);
    expect(read.SERVICE_IMAGE_FETCH_PRIVATE).toBe(true);
    expect(read.SERVICE_LOG_LEVEL).toBe("silent");
  });

  test("reports the expected value, the given value and what to set", () => {
    expect(problems({ SERVICE_PORT: "abc" })).toEqual([
      'SERVICE_PORT must be an integer from 0 to 65535, but is "abc". Set for example SERVICE_PORT=8787.',
    ]);
    expect(problems({ SERVICE_BASE_URL: "ascii.example" })).toEqual([
      'SERVICE_BASE_URL must be an http or https address without a path, but is "ascii.example". Set for example SERVICE_BASE_URL=https://ascii.example.',
    ]);
    expect(problems({ SERVICE_MAX_IMAGE_BYTES: "10MB" })).toEqual([
      'SERVICE_MAX_IMAGE_BYTES must be an integer from 1024 to 1073741824 (bytes), but is "10MB". Set for example SERVICE_MAX_IMAGE_BYTES=10485760.',
    ]);
  });

  test.each([
    ["SERVICE_PORT", "65536"],
    ["SERVICE_PORT", "-1"],
    ["SERVICE_PORT", "1e3"],
    ["SERVICE_PORT", "0x10"],
    ["SERVICE_PORT", "80.5"],
    ["SERVICE_BASE_URL", "https://ascii.example/path"],
    ["SERVICE_BASE_URL", "https://user@ascii.example"],
    ["SERVICE_BASE_URL", "https://ascii.example/?"],
    ["SERVICE_BASE_URL", "ftp://ascii.example"],
    ["SERVICE_INPUT_FORMATS", "png,svg"],
    ["SERVICE_INPUT_FORMATS", ","],
    ["SERVICE_IMAGE_FETCH_PRIVATE", "yes"],
    ["SERVICE_LOG_LEVEL", "loud"],
    ["SERVICE_IMAGE_FETCH_ALLOWLIST", "https://images.example"],
    ["SERVICE_IMAGE_FETCH_ALLOWLIST", "*.com"],
    ["SERVICE_WORKERS", "0"],
  ])("refuses %s=%s", (name, value) => {
    const found = problems({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(name);
  });

  describe("secrets in files", () => {
    const folder = mkdtempSync(join(tmpdir(), "lumiglyph-secrets-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    const file = (text: string): string => {
      const path = join(folder, `secret-${text.length}`);
      writeFileSync(path, text);
      return path;
    };

    const EXAMPLES: { readonly [name: string]: string } = {
      SERVICE_REDIS_URL: "redis://:pass@store:6379",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=abc",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "api-key=abc",
    };

    test.each(SECRET_FILE_NAMES)("%s is read without the line feed at its end", (variable) => {
      const name = variable.replace(/_FILE$/, "");
      const value = EXAMPLES[name] ?? "k".repeat(40);
      for (const end of ["", "\n", "\r\n"]) {
        expect(settings({ [variable]: file(`${value}${end}`) })).toEqual(settings({ [name]: value }));
      }
      expect(settings({ [variable]: " " })).toEqual(settings({}));
    });

    test.each(SECRET_FILE_NAMES)("%s is refused beside the setting itself, and if it cannot be used", (variable) => {
      const name = variable.replace(/_FILE$/, "");
      const good = file("redis://store:6379/0?no");
      expect(problems({ [name]: "redis://a", [variable]: good })).toEqual([
        `${name} and ${variable} are both set. Keep one of them.`,
      ]);
      const absent = join(folder, "absent");
      const cases = [
        [absent, "does not exist"],
        [folder, "is a folder"],
        [file(""), "is empty"],
        [file("\n"), "is empty"],
        [file("sesame open"), "does not hold "],
      ] as const;
      for (const [path, why] of cases) {
        const [problem, ...more] = problems({ [variable]: path });
        expect(more).toEqual([]);
        expect(problem).toContain(`${variable} cannot be used: ${path} ${why}`);
        expect(problem).not.toContain("sesame");
      }
    });

    test("other settings take no file, and a misspelled name is recognized", () => {
      const { warnings } = readSettings({ SERVICE_PORT_FILE: "/p", SERVICE_API_KEY_FIEL: "/k" });
      expect(warnings).toEqual([
        expect.stringContaining("SERVICE_PORT_FILE is not a setting and is ignored."),
        "SERVICE_API_KEY_FIEL is not a setting and is ignored. Did you mean SERVICE_API_KEY_FILE?",
      ]);
    });
  });

  test("reports all problems at once", () => {
    expect(problems({ SERVICE_PORT: "x", SERVICE_LOG_LEVEL: "x", SERVICE_FETCH_SLOTS: "x" })).toHaveLength(3);
  });

  test("falls back to PORT if SERVICE_PORT is not set, and names PORT if it is wrong", () => {
    expect(settings({ PORT: "3000" }).SERVICE_PORT).toBe(3000);
    expect(settings({ PORT: "3000", SERVICE_PORT: "4000" }).SERVICE_PORT).toBe(4000);
    expect(problems({ PORT: "x" })[0]).toMatch(/^PORT must be an integer from 0 to 65535/);
    expect(problems({ PORT: "x", SERVICE_PORT: "4000" })).toEqual([]);
  });

  test("warns about no known setting", () => {
    expect(readSettings({ SERVICE_API_KEY: "0123456789abcdef", SERVICE_PORT: "0" }).warnings).toEqual([]);
  });

  test("warns about each guessable credential, and about one for sending that nothing uses", () => {
    const long = "0123456789abcdef";
    expect(readSettings({ SERVICE_API_KEY: `${long},short` }).warnings).toEqual([expect.stringContaining("guessed")]);
    expect(readSettings({ SERVICE_API_KEY: `${long},${long}x` }).warnings).toEqual([]);
    expect(readSettings({ SERVICE_OUTBOUND_KEY: long }).warnings).toEqual([
      "SERVICE_OUTBOUND_KEY is set, but nothing is sent without SERVICE_API_KEY.",
    ]);
    const clear = { SERVICE_API_KEY: long, OTEL_EXPORTER_OTLP_ENDPOINT: "http://traces.example:4318" };
    expect(readSettings({ ...clear, SERVICE_OUTBOUND_KEY: long }).warnings).toEqual([
      expect.stringContaining("with SERVICE_OUTBOUND_KEY in clear text"),
    ]);
  });

  test("refuses a credential that consists of commas", () => {
    expect(problems({ SERVICE_API_KEY: ",," })).toEqual([
      "SERVICE_API_KEY has commas but no key. Make one with: openssl rand -hex 32",
    ]);
  });

  test("warns about a guessable credential and about a trace receiver without one", () => {
    expect(readSettings({ SERVICE_API_KEY: "short" }).warnings).toEqual([
      "SERVICE_API_KEY has fewer than 16 characters: it can be guessed. Set a long random one.",
    ]);
    expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }).warnings).toEqual([
      "OTEL_EXPORTER_OTLP_ENDPOINT is set, but no trace is exported without SERVICE_API_KEY.",
    ]);
    const clear = { SERVICE_API_KEY: "0123456789abcdef", OTEL_EXPORTER_OTLP_ENDPOINT: "http://traces.example:4318" };
    expect(readSettings(clear).warnings).toEqual([
      "Traces go to http://traces.example:4318 with SERVICE_API_KEY in clear text. Use https unless the network is your own.",
    ]);
  });

  test("warns about credentials sent in clear text", () => {
    const env = { SERVICE_API_KEY: "0123456789abcdef", OTEL_EXPORTER_OTLP_ENDPOINT: "http://traces.example:4318" };
    const sent = (headers: string) => readSettings({ ...env, OTEL_EXPORTER_OTLP_HEADERS: headers }).warnings;
    expect(sent("Authorization=abc")).toEqual([expect.stringContaining("with OTEL_EXPORTER_OTLP_HEADERS in clear")]);
    expect(sent("tenant=abc")).toEqual([expect.stringContaining("with SERVICE_API_KEY in clear")]);
  });

  test("accepts a trace receiver URL with a path, but without query or fragment", () => {
    const read = (text: string) => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: text });
    expect(settings({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://t.example/otlp" }).OTEL_EXPORTER_OTLP_ENDPOINT).toBe(
      "https://t.example/otlp",
    );
    for (const wrong of ["t.example:4318", "https://t.example/?a=1", "https://me:pw@t.example", "grpc://t.example"]) {
      expect(read(wrong)).toMatchObject({
        problems: [expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT must be an/)],
      });
    }
  });

  test("accepts a credential that fits in a header, and never quotes one that does not", () => {
    for (const wrong of ["two words", "schlüssel", "line\nbreak"]) {
      const found = problems({ SERVICE_API_KEY: wrong });
      expect(found).toEqual([expect.stringMatching(/^SERVICE_API_KEY must be a secret of visible ASCII characters/)]);
      expect(found[0]).not.toContain(wrong);
    }
  });

  describe("headers", () => {
    const NAME = "OTEL_EXPORTER_OTLP_HEADERS";

    test.each<[text: string, headers: object]>([
      ["api-key=abc", { "api-key": "abc" }],
      ["Authorization=Basic%20YTpi,X-Scope=a%2Cb=c+d", { authorization: "Basic YTpi", "x-scope": "a,b=c+d" }],
      // not encoded and surrounded by blanks, which other exporters accept
      [" Authorization = Bearer abc , tenant=one,", { authorization: "Bearer abc", tenant: "one" }],
      ["tenant=one,Tenant=two", { tenant: "two" }],
    ])("%j are names in lower case with decoded values", (text, headers) => {
      expect(settings({ [NAME]: text })[NAME]).toEqual(headers);
    });

    test.each([
      ...["canary", "canary=", "=canary", "a b=canary", "a=canary,b", "schlüssel=canary", ","],
      ...["a=canary%", "a=canary%0D%0Ab:c", "a=canary%0", "a=canary%C3%BC", "a=%20", "Content-Length=1", "host=canary"],
    ])("%j is refused and not quoted", (text) => {
      const found = problems({ [NAME]: text });
      expect(found).toEqual([
        `${NAME} must be headers as name=value, separated by commas, with values percent-encoded (a blank is %20). Set for example ${NAME}=authorization=Bearer%20a-token.`,
      ]);
    });
  });

  test("warns about an unknown name and suggests the nearest", () => {
    const misspelled = ["SERVICE_PROT", "SERVICE_IMAGE_FETCH_ALOWLIST", "SERVICE_FETCHSLOTS", "SERVICE_QQQ", "OTHER"];
    expect(readSettings(Object.fromEntries(misspelled.map((name) => [name, "1"]))).warnings).toEqual([
      "SERVICE_PROT is not a setting and is ignored. Did you mean SERVICE_PORT?",
      "SERVICE_IMAGE_FETCH_ALOWLIST is not a setting and is ignored. Did you mean SERVICE_IMAGE_FETCH_ALLOWLIST?",
      "SERVICE_FETCHSLOTS is not a setting and is ignored. Did you mean SERVICE_FETCH_SLOTS?",
      "SERVICE_QQQ is not a setting and is ignored.",
    ]);
  });

  test("ignores the common prefix when it suggests a name", () => {
    expect(readSettings({ SERVICE_XYZXYZ: "1" }).warnings).toEqual(["SERVICE_XYZXYZ is not a setting and is ignored."]);
  });
});
