import { expect, test, vi } from "vitest";
import { piped } from "./support/lumiglyph.ts";

vi.setConfig({ testTimeout: 120_000 });

const LISTENING = /^Lumiglyph listens on (http:\/\/\S+)\n/;

test("serve prefers its flags to the environment, and exits 0 on a signal", async () => {
  const env = { SERVICE_PORT: "1", SERVICE_WORKERS: "1", SERVICE_LOG_LEVEL: "warn" };
  const running = piped(["serve", "--port", "0", "--host", "127.0.0.1"], env);
  const url = LISTENING.exec(await running.says(LISTENING))![1]!;
  const health = await fetch(`${url}/api/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ status: "ok", version: "0.3.0" });
  running.child.kill("SIGINT");
  expect(await running.ended).toMatchObject({ code: 0, errors: "" });
});

test("serve names the setting to change and exits 1 if one is invalid", async () => {
  const { code, errors } = await piped(["serve"], { SERVICE_WORKERS: "many" }).ended;
  expect(code).toBe(1);
  expect(errors).toContain("SERVICE_WORKERS");
});
