import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { serviceForFile } from "../support/http-service.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const service = serviceForFile();
const folder = mkdtempSync(join(tmpdir(), "lumiglyph-examples-"));
afterAll(() => rmSync(folder, { recursive: true }));
copyFileSync(join(EXAMPLES, "../fixtures/portrait.png"), join(folder, "photo.png"));

/** Runs an example as its page says, with this service's address. */
const run = async (program: string, file: string): Promise<string> => {
  const child = spawn(program, [join(EXAMPLES, file), "photo.png", service.url], { cwd: folder });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect([code, errors]).toEqual([0, ""]);
  return out;
};

test("shell", async () => {
  const out = await run("bash", "shell/render.sh");
  expect(out).toMatch(/^(?:.{60}\n){20,}render-quality: status=/);
  expect(out).toContain("Did you mean `columns`?");
  expect(readFileSync(join(folder, "art.html"), "utf8")).toContain("<!DOCTYPE html>");
  expect(readFileSync(join(folder, "message.txt"), "utf8").length).toBeLessThanOrEqual(2000);
});

test("Python", async () => {
  const out = await run("python3", "python/render.py");
  expect(out).toMatch(/^(?:.{60}\n){20,}\nstatus=/);
  expect(out).toContain("Expected an integer from 8 to 400 for `columns`");
});
