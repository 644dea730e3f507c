import { expect, test, vi } from "vitest";
import { piped } from "./support/lumiglyph.ts";

vi.setConfig({ testTimeout: 120_000 });

const LISTENING = /^Lumiglyph listens on (http:\/\/\S+)\n/;

test("serve listens where its flags say, whatever the environment does, and ends with 0 when told to", async () => {
  const env = { SERVICE_PORT: "1", SERVICE_WORKERS: "1", SERVICE_LOG_LEVEL: "warn" };
  const running = piped(["serve", "--port", "0", "--host", "127.0.0.1"], env);
  const url = LISTENING.exec(await running.says(LISTENING))![1]!;
  const health = await fetch(`${url}/api/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ status: "ok", version: "0.3.0" });
  running.child.kill("SIGINT");
  expect(await running.ended).toMatchObject({ code: 0, errors: "" });
});

test("serve tells what to set where a setting is wrong, and ends with 1", async () => {
  const { code, errors } = await piped(["serve"], { SERVICE_WORKERS: "many" }).ended;
  expect(code).toBe(1);
  expect(errors).toContain("SERVICE_WORKERS");
});
