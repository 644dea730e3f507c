import { describe, expect, it } from "vitest";
import { METRICS, type MetricRow } from "./metrics.ts";

const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);

describe("the metric table", () => {
  it("has valid Prometheus names that end in the unit or the kind", () => {
    for (const [name, { kind }] of rows) {
      expect(name).toMatch(/^(lumiglyph|process|nodejs)_[a-z_]+$/);
      expect([name, name.endsWith("_total")]).toEqual([name, kind === "counter"]);
      if (kind === "histogram") expect(name).toMatch(/_seconds$/);
    }
  });

  it("restricts every label to a fixed list of values", () => {
    const labels = rows.flatMap(([, row]) => Object.entries(row.labels));
    expect(labels.map(([label]) => label)).toEqual(expect.arrayContaining(["format", "status", "outcome"]));
    for (const [label, values] of labels) {
      expect(label).toMatch(/^[a-z]+$/);
      for (const value of values) expect(value).toMatch(/^[a-z0-9_-]+$/);
    }
  });

  it("has rising buckets for histograms only", () => {
    for (const [name, { kind, buckets }] of rows) {
      expect([name, buckets !== undefined]).toEqual([name, kind === "histogram"]);
      expect(buckets ?? []).toEqual((buckets ?? []).toSorted((one, other) => one - other));
    }
  });
});
