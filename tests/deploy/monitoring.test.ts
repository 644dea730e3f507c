import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { METRIC_NAMES, METRICS, type MetricName } from "../../apps/service/src/tables/metrics.ts";
import { dashboard } from "../../scripts/deploy/dashboard.ts";
import { freePort } from "../redis/support/redis-server.ts";
import { startServiceProcess } from "../reliability/service-process.ts";
import { programPath } from "../support/programs.ts";

const RULES = join(import.meta.dirname, "../../deploy/prometheus/rules.yaml");
const work = mkdtempSync(join(tmpdir(), "lumiglyph-rules-"));
afterAll(() => rmSync(work, { recursive: true }));

type Rule = { readonly record?: string; readonly alert?: string; readonly expr: string; readonly annotations?: object };
const rules = (parse(readFileSync(RULES, "utf8")).groups as readonly { readonly rules: readonly Rule[] }[]).flatMap(
  (group) => group.rules,
);

const queries = (dashboard() as { panels: readonly { targets: readonly { expr: string }[] }[] }).panels.flatMap(
  ({ targets }) => targets.map(({ expr }) => expr),
);

/** Checks rules with Prometheus's own tool. */
const promtool = (file: string): string =>
  execFileSync(programPath("promtool"), ["check", "rules", file], { encoding: "utf8" });

test("Prometheus accepts the rules", () => {
  expect(promtool(RULES)).toContain(`SUCCESS: ${rules.length} rules found`);
});

test("each alert fires for its cause, and none for a healthy service", () => {
  const file = join(import.meta.dirname, "rules.yaml");
  expect(execFileSync(programPath("promtool"), ["test", "rules", file], { encoding: "utf8" })).toMatch(/SUCCESS/);
  const { tests } = parse(readFileSync(file, "utf8"));
  type Case = { readonly alertname: string; readonly exp_alerts?: readonly object[] };
  const cases: readonly Case[] = tests.flatMap((part: { alert_rule_test: readonly Case[] }) => part.alert_rule_test);
  const alerts = rules.flatMap(({ alert }) => alert ?? []);
  const named = (fires: boolean) =>
    new Set(cases.filter((one) => (one.exp_alerts !== undefined) === fires).map(({ alertname }) => alertname));
  expect(named(true)).toEqual(new Set(alerts));
  expect(named(false)).toEqual(new Set(alerts));
});

describe("Prometheus with the shipped configuration", () => {
  type Rule = { readonly name: string; readonly health: string; readonly lastError?: string; readonly state?: string };
  let service: Awaited<ReturnType<typeof startServiceProcess>>;
  let prometheus: ChildProcess;
  let url = "";
  beforeAll(async () => {
    const metricsPort = await freePort();
    service = await startServiceProcess({ SERVICE_WORKERS: "1", SERVICE_METRICS_PORT: String(metricsPort) });
    const config = readFileSync(join(dirname(RULES), "prometheus.yaml"), "utf8")
      .replace('"127.0.0.1:9464", "127.0.0.1:9474"', `"127.0.0.1:${metricsPort}"`)
      .replaceAll("15s", "1s")
      .replace("rules.yaml", RULES);
    writeFileSync(join(work, "prometheus.yaml"), config);
    const address = `127.0.0.1:${await freePort()}`;
    url = `http://${address}/api/v1`;
    const args = [`--config.file=${join(work, "prometheus.yaml")}`, `--storage.tsdb.path=${join(work, "data")}`];
    prometheus = spawn(programPath("prometheus"), [...args, `--web.listen-address=${address}`], { stdio: "ignore" });
  });
  afterAll(async () => {
    const exit = prometheus && once(prometheus, "exit");
    prometheus?.kill("SIGTERM");
    await exit;
    await service?.stop();
  });

  const ask = async (path: string) => (await (await fetch(`${url}${path}`)).json()).data;

  test("is accepted by the command in its header", () => {
    const [, command = ""] = /^# +(promtool check config \S+)$/m.exec(
      readFileSync(join(dirname(RULES), "prometheus.yaml"), "utf8"),
    )!;
    const [file = "", ...args] = command.split(" ");
    expect(execFileSync(file, args, { cwd: join(import.meta.dirname, "../.."), encoding: "utf8" })).toContain(
      "SUCCESS",
    );
  });

  test("scrapes a service without a credential and evaluates every rule without an error", async () => {
    const image = readFileSync(join(import.meta.dirname, "../../fixtures/formats/baseline.jpg"));
    const render = await fetch(`${service.url}/api/v1/render`, {
      method: "POST",
      headers: { "content-type": "image/jpeg" },
      body: image,
    });
    expect(render.status).toBe(200);
    await vi.waitFor(
      async () => {
        const { activeTargets } = await ask("/targets");
        expect(activeTargets.map(({ health, lastError }: Rule) => [health, lastError])).toEqual([["up", ""]]);
        const { groups } = await ask("/rules");
        const evaluated: readonly Rule[] = groups.flatMap((group: { rules: readonly Rule[] }) => group.rules);
        expect(evaluated).toHaveLength(rules.length);
        for (const { name, health, lastError, state } of evaluated) {
          expect([name, health, lastError]).toEqual([name, "ok", undefined]);
          expect(["inactive", undefined]).toContain(state);
        }
        const { result } = await ask("/query?query=lumiglyph_build_info");
        expect(result.map(({ metric }: { metric: object }) => metric)).toEqual([
          expect.objectContaining({ job: "lumiglyph", node: process.versions.node }),
        ]);
      },
      { timeout: 60_000, interval: 500 },
    );
  });

  test("has a series for every metric of the table", async () => {
    const { length } = await vi.waitFor(
      async () => {
        const names: readonly string[] = await ask("/label/__name__/values");
        expect(METRIC_NAMES.filter((name) => !names.some((found) => found.startsWith(name)))).toEqual([]);
        return names;
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(length).toBeGreaterThan(METRIC_NAMES.length);
  });

  test.each(queries)("answers the dashboard's query %s", async (query) => {
    const text = query.replaceAll("$__rate_interval", "5m").replaceAll("$job", "lumiglyph");
    expect((await ask(`/query?query=${encodeURIComponent(text)}`)).resultType).toBe("vector");
  });
});

test("Prometheus accepts every query of the dashboard", () => {
  const file = join(work, "queries.yaml");
  const asked = queries.map((expr, index) => ({
    record: `query:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$job", ".*"),
  }));
  writeFileSync(file, stringify({ groups: [{ name: "dashboard", rules: asked }] }));
  expect(promtool(file)).toContain(`SUCCESS: ${queries.length} rules found`);
});

/** A series in a query, with its labels: `name{label=~"a|b"}`. */
const SERIES = /\b((?:lumiglyph|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;

test.each([...rules.map(({ expr }) => expr), ...queries])("queries only existing metrics and labels: %s", (expr) => {
  const series = [...expr.matchAll(SERIES)];
  // a rule may also use other rules' records, and Prometheus' own series
  if (!/lumiglyph:|^up\{/.test(expr)) expect(series.length).toBeGreaterThan(0);
  for (const [, name, labels = ""] of series) {
    const metric = name!.replace(/_(count|bucket|sum)$/, "") as MetricName;
    expect(METRIC_NAMES).toContain(metric);
    const known: Readonly<Record<string, readonly string[]>> = METRICS[metric].labels;
    for (const [, label, values] of labels.matchAll(/(\w+)=~?"([^"]*)"/g)) {
      if (label === "job") continue;
      for (const value of values!.split("|")) expect(known[label!]).toContain(value);
    }
  }
});

test("every alert describes the problem and the remedy", () => {
  const alerts = rules.filter(({ alert }) => alert !== undefined);
  expect(alerts.length).toBeGreaterThan(5);
  for (const { annotations } of alerts) expect(Object.keys(annotations!)).toEqual(["summary", "what"]);
});
