import { Refusal } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { guardOrigin, listedOrigins } from "./origin-guard.ts";

const trusts = (...origins: readonly string[]): boolean => {
  const raw = origins.flatMap((origin) => ["Origin", origin]);
  try {
    guardOrigin(raw, { baseUrl: "https://glyphs.example", listed: ["https://studio.example"] });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).code).toBe("origin_untrusted");
    return false;
  }
};

test("accepts no Origin, our own, loopback and listed origins", () => {
  expect(trusts()).toBe(true);
  for (const origin of [
    "https://glyphs.example",
    "https://studio.example",
    "http://localhost",
    "http://127.0.0.1:3000",
    "http://127.9.9.9",
    "https://[::1]:8443",
  ]) {
    expect([origin, trusts(origin)]).toEqual([origin, true]);
  }
});

test.each([
  "http://glyphs.example",
  "https://glyphs.example:8443",
  "https://glyphs.example.evil.example",
  "https://localhost.evil.example",
  "https://127.0.0.1.evil.example",
  "https://studio.example/",
  "https://user@studio.example",
  "null",
  "",
  "localhost",
  "chrome-extension://abcdef",
])("rejects %j", (origin) => expect(trusts(origin)).toBe(false));

test("rejects two Origin headers", () => expect(trusts("http://localhost", "http://localhost")).toBe(false));

test("rejects a listed entry that is not an origin", () => {
  expect(listedOrigins(["https://Studio.example:443/"])).toEqual(["https://studio.example"]);
  for (const entry of ["studio.example", "https://studio.example/path", "*", "https://", "ftp://a.example"]) {
    expect(() => listedOrigins([entry])).toThrow(`"${entry}" is not an origin.`);
  }
});
