import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readComparison } from "../../bench/compare/record.ts";
import { ROOT } from "../pack/published.ts";
import { comparisonPage } from "./comparison-page.ts";
import { comparisonPart } from "./comparison-table.ts";
import { withPart } from "./readme-parts.ts";
import { serviceFigures } from "./service-figures.ts";

/** The papers that tell of measurements, as the committed measurements have them: path from the root, and text. */
export const measuredPapers = (): ReadonlyMap<string, string> => {
  const comparison = readComparison();
  const readme = withPart(read("README.md"), "comparison", comparisonPart(comparison));
  return new Map([
    ["README.md", withPart(readme, "service", serviceFigures(read("docs/reference/reliability.md")))],
    ["docs/reference/comparison.md", comparisonPage(comparison)],
  ]);
};

/** Writes them; gives their paths. */
export const writePapers = (): readonly string[] =>
  [...measuredPapers()].map(([path, text]) => {
    writeFileSync(join(ROOT, path), text);
    return path;
  });

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
