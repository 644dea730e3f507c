import { ERROR_CODES, ERRORS, PARAM_NAMES } from "@lumiglyph/contract";
import { describe, expect, it } from "vitest";
import {
  endpointsPage,
  errorsPage,
  formatsPage,
  parametersPage,
} from "../../apps/service/src/documents/markdown/interface-pages.ts";
import { page, sentence, table } from "../../apps/service/src/documents/markdown/page.ts";
import { ENDPOINTS } from "../../apps/service/src/tables/endpoints.ts";
import { METRIC_NAMES } from "../../apps/service/src/tables/metrics.ts";
import { SETTING_NAMES } from "../../apps/service/src/tables/settings.ts";
import { SPANS, TRACE_ATTRIBUTES } from "../../apps/service/src/tables/tracing.ts";
import { metricsPage, settingsPage, tracingPage } from "../../scripts/docs/operator-pages.ts";

const pages = [
  ["Parameters", parametersPage()],
  ["Formats", formatsPage()],
  ["Errors", errorsPage()],
  ["Settings", settingsPage()],
  ["Endpoints", endpointsPage()],
] as const;

/** First cells of all the table rows of a page. */
const firstCells = (text: string): readonly string[] =>
  [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell]) => cell ?? "");

describe.each(pages)("the page %s", (title, text) => {
  it("declares itself a generated reference", () => {
    expect(text.startsWith(`---\ntitle: ${title}\nshape: reference\n---\n\n<!-- Generated `)).toBe(true);
    expect(text).toContain("do not edit");
    expect(text).toContain(`\n# ${title}\n`);
  });

  it("has tables whose rows are as wide as their headers", () => {
    const blocks = text.split("\n\n").filter((block) => block.startsWith("|"));
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) {
      const widths = block
        .trim()
        .split("\n")
        .map((line) => line.replaceAll("\\|", "").split("|").length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  it("ends with one line feed and has no trailing blanks", () => {
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/[ \t]\n/);
  });
});

describe("the pages together", () => {
  it("cover every parameter, error, setting and endpoint", () => {
    expect(firstCells(parametersPage()).slice().sort()).toEqual([...PARAM_NAMES].sort());
    expect(firstCells(errorsPage()).slice().sort()).toEqual([...ERROR_CODES].sort());
    expect(firstCells(settingsPage()).slice().sort()).toEqual([...SETTING_NAMES].sort());
    const unlisted = Object.values(ENDPOINTS).filter(({ path }) => !endpointsPage().includes(`| \`${path}\` |`));
    expect(unlisted).toEqual([]);
  });

  it("show a row as in the tables", () => {
    expect(parametersPage()).toContain("| `columns` | integer | 8 to 400 | `120` | Output width in characters. |");
    expect(settingsPage()).toContain("| `SERVICE_FETCH_SLOTS` | integer, 1 to 1024 | `16` |");
    expect(settingsPage()).toContain("| `SERVICE_IMAGE_FETCH_ALLOWLIST` | host names, separated by commas | none |");
    expect(formatsPage()).toContain("| `svg` | SVG | `image/svg+xml; charset=utf-8` | `svg` |");
    expect(endpointsPage()).toContain("| POST | `/api/v1/render` | `render` | none | Render one image. |");
    expect(errorsPage()).toContain("## 413 Content Too Large");
  });

  it("list every endpoint", () => {
    for (const { path } of Object.values(ENDPOINTS)) expect(endpointsPage()).toContain(`| \`${path}\` |`);
  });
});

describe("the page of errors", () => {
  it("lists every error under its status, in rising order", () => {
    expect(firstCells(errorsPage()).toSorted()).toEqual(ERROR_CODES.toSorted());
    const headed = [...errorsPage().matchAll(/^## (\d+) /gm)].map(([, status]) => Number(status));
    const statuses = ERROR_CODES.map((code): number => ERRORS[code].status);
    expect(headed).toEqual([...new Set(statuses)].sort((a, b) => a - b));
  });
});

describe("the page of settings", () => {
  it("lists every setting", () => {
    expect(firstCells(settingsPage())).toEqual(SETTING_NAMES);
  });
});

describe("the page of metrics", () => {
  it("lists every metric", () => {
    const first = [...metricsPage().matchAll(/^\| `([a-z_]+)` \| (?:counter|gauge|histogram) \|/gm)].map(
      ([, name]) => name,
    );
    expect(first).toEqual(METRIC_NAMES);
    expect(metricsPage()).toContain(
      "| `lumiglyph_workers` | gauge | `state`: `alive`, `busy` | Worker processes: `alive` in total,",
    );
  });
});

describe("the page of tracing", () => {
  it("lists every span and attribute, and states the bounds", () => {
    expect(firstCells(tracingPage())).toEqual([...Object.keys(SPANS), ...Object.keys(TRACE_ATTRIBUTES)]);
    expect(tracingPage()).toContain("| `tools/call render_ascii` | server |");
    expect(tracingPage()).toContain("At most 20 traces per second, 4 of them reserved for server errors");
    expect(tracingPage()).toContain("At most 256 spans wait.");
  });
});

describe("the Markdown helpers", () => {
  it("escape bars in a table", () => {
    expect(table(["a", "b"], [["x|y", "z"]])).toBe("| a | b |\n| --- | --- |\n| x\\|y | z |");
  });

  it("end a sentence with one period", () => {
    expect(sentence("glyph ramp")).toBe("Glyph ramp.");
    expect(sentence("Glyph ramp.")).toBe("Glyph ramp.");
  });

  it("separate blocks by one blank line", () => {
    expect(page("T", ["one", "two"])).toMatch(/\n# T\n\none\n\ntwo\n$/);
  });
});
