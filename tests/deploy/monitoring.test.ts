import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { METRIC_NAMES, METRICS, type MetricName } from "@lumiglyph/contract";
import { afterAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { dashboard } from "../../scripts/deploy/dashboard.ts";

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
const promtool = (file: string): string => execFileSync("promtool", ["check", "rules", file], { encoding: "utf8" });

test("Prometheus accepts the rules", () => {
  expect(promtool(RULES)).toContain(`SUCCESS: ${rules.length} rules found`);
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
  // a rule may also use other rules' records
  if (!/lumiglyph:/.test(expr)) expect(series.length).toBeGreaterThan(0);
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

test("every alert says what is wrong and what to do", () => {
  const alerts = rules.filter(({ alert }) => alert !== undefined);
  expect(alerts.length).toBeGreaterThan(5);
  for (const { annotations } of alerts) expect(Object.keys(annotations!)).toEqual(["summary", "what"]);
});
