import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { signAddress } from "../index.ts";
import { readCommand } from "./read-command.ts";
import { run } from "./run.ts";
import { UsageError } from "./streams.ts";

const KEY = "k".repeat(32);
const SERVICE = "https://art.example";
const SIGNED = "/api/v1/render?columns=80&imageUrl=https%3A%2F%2Fimages.example%2Fa.jpg";

const signatureOf = (address: string): string => createHmac("sha256", KEY).update(address).digest("base64url");

describe("a signed address", () => {
  test("is the canonical form of any spelling, with its signature", () => {
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

  test("may expire", () => {
    const address = signAddress(`${SERVICE}${SIGNED}`, KEY, { expires: new Date(1_790_000_000_500) });
    const unsigned = SIGNED.replace("&imageUrl", "&exp=1790000000&imageUrl");
    expect(address).toBe(`${SERVICE}${unsigned}&sig=${signatureOf(unsigned)}`);
  });

  test("keeps a path prefix, and needs a key and a date", () => {
    expect(signAddress(`${SERVICE}/below${SIGNED}`, KEY)).toBe(`${SERVICE}/below${SIGNED}&sig=${signatureOf(SIGNED)}`);
    expect(() => signAddress(`${SERVICE}/elsewhere`, KEY)).toThrow("ends in /api/v1/render");
    expect(() => signAddress(`${SERVICE}${SIGNED}`, "short")).toThrow("at least 32 characters");
    expect(() => signAddress(`${SERVICE}${SIGNED}`, KEY, { expires: new Date("never") })).toThrow("not a valid date");
  });

  test("is refused like in the service", () => {
    expect(() => signAddress(`${SERVICE}/api/v1/render?imageUrl=https://images.example/a.jpg&columns=4`, KEY)).toThrow(
      "Expected an integer from 8 to 400",
    );
  });
});

test("the command prints it, or an error message", async () => {
  const told: string[] = [];
  const streams = (env: object) =>
    ({
      stdout: {
        write: (text: string, done: () => void) => {
          told.push(text);
          done();
        },
      },
      stderr: { write: (text: string) => void told.push(text) },
      env,
    }) as never;
  const env = { SERVICE_URL_KEYS: `${KEY},other` };
  expect(await run(["sign", `${SERVICE}${SIGNED}`], streams(env))).toBe(0);
  expect(told.splice(0)).toEqual([`${SERVICE}${SIGNED}&sig=${signatureOf(SIGNED)}\n`]);
  const file = join(mkdtempSync(join(tmpdir(), "lumiglyph-sign-")), "keys");
  writeFileSync(file, `${KEY},other\n`);
  expect(await run(["sign", `${SERVICE}${SIGNED}`], streams({ SERVICE_URL_KEYS_FILE: file }))).toBe(0);
  expect(told.splice(0)).toEqual([`${SERVICE}${SIGNED}&sig=${signatureOf(SIGNED)}\n`]);
  rmSync(dirname(file), { recursive: true });
  expect(await run(["sign", `${SERVICE}${SIGNED}`], streams({ SERVICE_URL_KEYS_FILE: file }))).toBe(2);
  expect(told.splice(0).join("")).toContain("cannot be read");
  expect(await run(["sign", `${SERVICE}/elsewhere`], streams(env))).toBe(2);
  expect(told.splice(0).join("")).toContain("ends in /api/v1/render");
  expect(await run(["sign", `${SERVICE}${SIGNED}`], streams({}))).toBe(2);
  expect(told.join("")).toContain("Set SERVICE_URL_KEYS");
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
