import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../endpoints.ts";
import { ERROR_CODES, ERRORS } from "../../errors.ts";
import { PARAM_NAMES } from "../../params.ts";
import { SETTING_NAMES } from "../../settings.ts";
import { endpointsPage } from "./endpoints-page.ts";
import { errorsPage } from "./errors-page.ts";
import { formatsPage } from "./formats-page.ts";
import { page, sentence, table } from "./page.ts";
import { parametersPage } from "./parameters-page.ts";
import { settingsPage } from "./settings-page.ts";

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
  it("says that it is a reference and that it is generated", () => {
    expect(text.startsWith(`---\ntitle: ${title}\nshape: reference\n---\n\n<!-- Generated `)).toBe(true);
    expect(text).toContain("do not edit");
    expect(text).toContain(`\n# ${title}\n`);
  });

  it("has tables whose rows are all as wide as their heads", () => {
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

  it("ends with one line feed and has no blanks at a line's end", () => {
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/[ \t]\n/);
  });
});

describe("the pages together", () => {
  it("leave out no parameter, error, setting or endpoint", () => {
    expect(firstCells(parametersPage()).slice().sort()).toEqual([...PARAM_NAMES].sort());
    expect(firstCells(errorsPage()).slice().sort()).toEqual([...ERROR_CODES].sort());
    expect(firstCells(settingsPage()).slice().sort()).toEqual([...SETTING_NAMES].sort());
    const unlisted = Object.values(ENDPOINTS).filter(({ path }) => !endpointsPage().includes(`| \`${path}\` |`));
    expect(unlisted).toEqual([]);
  });

  it("show a row as the tables have it", () => {
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
  it("lists every error under its status, by rising status", () => {
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

describe("the parts of a page", () => {
  it("are a table with its bars escaped", () => {
    expect(table(["a", "b"], [["x|y", "z"]])).toBe("| a | b |\n| --- | --- |\n| x\\|y | z |");
  });

  it("are sentences, closed once", () => {
    expect(sentence("glyph ramp")).toBe("Glyph ramp.");
    expect(sentence("Glyph ramp.")).toBe("Glyph ramp.");
  });

  it("stand one blank line apart", () => {
    expect(page("T", ["one", "two"])).toMatch(/\n# T\n\none\n\ntwo\n$/);
  });
});
