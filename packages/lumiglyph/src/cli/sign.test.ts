import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signAddress } from "../index.ts";
import { readCommand } from "./read-command.ts";
import { UsageError } from "./streams.ts";

const KEY = "k".repeat(32);
const SERVICE = "https://art.example";
const SIGNED = "/api/v1/render?columns=80&imageUrl=https%3A%2F%2Fimages.example%2Fa.jpg";

const signatureOf = (address: string): string => createHmac("sha256", KEY).update(address).digest("base64url");

describe("a signed address", () => {
  test("is the canonical form with its signature, however it is spelled", () => {
    for (const query of [
      "imageUrl=https://images.example/a.jpg&columns=80",
      "columns=80&imageUrl=https%3A%2F%2FIMAGES.example%2Fa.jpg&charset=detailed",
      "columns=80&imageUrl=https%3A%2F%2Fimages.example%2Fa.jpg&sig=old",
    ]) {
      expect(signAddress(`${SERVICE}/api/v1/render?${query}`, KEY)).toBe(
        `${SERVICE}${SIGNED}&sig=${signatureOf(SIGNED)}`,
      );
    }
  });

  test("may end", () => {
    const address = signAddress(`${SERVICE}${SIGNED}`, KEY, { expires: new Date(1_790_000_000_500) });
    const unsigned = SIGNED.replace("&imageUrl", "&exp=1790000000&imageUrl");
    expect(address).toBe(`${SERVICE}${unsigned}&sig=${signatureOf(unsigned)}`);
  });

  test("is refused as the service would", () => {
    expect(() => signAddress(`${SERVICE}/api/v1/render?imageUrl=https://images.example/a.jpg&columns=4`, KEY)).toThrow(
      "Expected an integer from 8 to 400",
    );
  });
});

test("the command takes one address and whole seconds", () => {
  expect(readCommand(["sign", `${SERVICE}${SIGNED}`, "--lasts", "60"])).toEqual({
    kind: "sign",
    address: `${SERVICE}${SIGNED}`,
    lasts: 60,
  });
  for (const words of [
    ["sign"],
    ["sign", "nowhere"],
    ["sign", SERVICE, SERVICE],
    ["sign", SERVICE, "--lasts", "1.5"],
  ]) {
    expect(() => readCommand(words)).toThrow(UsageError);
  }
});
