import { expect, test } from "vitest";
import { settingsFor } from "../testing/test-parts.ts";
import { baseUrl } from "./base-url.ts";

test.each([
  [{}, "http://127.0.0.1:8787"],
  [{ SERVICE_HOST: "0.0.0.0", SERVICE_PORT: "80" }, "http://127.0.0.1:80"],
  [{ SERVICE_HOST: "::1" }, "http://[::1]:8787"],
  [{ SERVICE_HOST: "0.0.0.0", SERVICE_BASE_URL: "https://ascii.example" }, "https://ascii.example"],
])("with %o, the public address is %s", (env, url) => {
  expect(baseUrl(settingsFor(env))).toBe(url);
});

test("uses the actual port if the configured port is 0", () => {
  expect(baseUrl(settingsFor({ SERVICE_PORT: "0" }), 41_000)).toBe("http://127.0.0.1:41000");
});
