import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { serviceForFile } from "../support/http-service.ts";

const ROOT = join(import.meta.dirname, "../..");
const service = serviceForFile();

test("Go", { timeout: 120_000 }, async () => {
  const words = ["run", join(ROOT, "examples/go/render.go"), join(ROOT, "fixtures/portrait.png"), service.url];
  const child = spawn("go", words);
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect([code, errors]).toEqual([0, ""]);
  expect(out).toMatch(/^(?:.{60}\n){20,}Expected an integer from 8 to 400 for `columns`/);
});
