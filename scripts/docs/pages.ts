import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../apps/service/src/documents/markdown/page.ts";
import { readComparison } from "../../bench/compare/record.ts";
import { readScale } from "../../bench/scale/figures.ts";
import {
  boundsSentence,
  type ReliabilityReport,
  readReliability,
  reliabilityPage,
} from "../../tests/reliability/reliability-page.ts";
import { ROOT } from "../pack/published.ts";
import { comparisonPage, comparisonPart } from "./comparison.ts";
import { withParts } from "./markdown.ts";
import { scaleParts } from "./scale.ts";
import { troubleshootParts } from "./troubleshoot.ts";

/** Pages that are written from committed JSON, and pages with generated parts: path from the root, and text. */
export const generatedPages = (): ReadonlyMap<string, string> => {
  const [comparison, reliability] = [readComparison(), readReliability()];
  const filled = (path: string, parts: { readonly [name: string]: string }) =>
    [path, withParts(readFileSync(join(ROOT, path), "utf8"), parts)] as const;
  return new Map([
    filled("README.md", { comparison: comparisonPart(comparison), service: serviceFigures(reliability) }),
    filled("docs/explanation/scale.md", scaleParts(readScale())),
    filled("docs/how-to/troubleshoot.md", troubleshootParts()),
    ["docs/reference/comparison.md", comparisonPage(comparison)],
    ["docs/reference/reliability.md", reliabilityPage(reliability)],
  ]);
};

/** Writes these pages, and prints their paths. */
export const writeDocs = (): void => {
  for (const [path, text] of generatedPages()) {
    writeFileSync(join(ROOT, path), text);
    console.log(`${path} written`);
  }
};

/** The rows of the README's table: a label, and the trial and finding that it reports. */
const FIGURES: readonly { readonly says: string; readonly trial: string; readonly what: string }[] = [
  { says: "Renders of a small picture, one instance", trial: "overload", what: "capacity" },
  {
    says: "Ten times that for a minute: responses that are neither art nor a 503 with `Retry-After`",
    trial: "overload",
    what: "at 10 ×: answers other than 200, or 503 with Retry-After",
  },
  { says: "Health checks meanwhile, 99 % in", trial: "overload", what: "at 10 ×: health, 99 % in" },
  { says: "{size}, mutated: 5xx responses", trial: "mutated-images", what: "answers of 5xx" },
  { says: "{size} of bombs and polyglots: responses other than 4xx", trial: "bombs", what: "answers other than 4xx" },
  {
    says: "Workers killed during a render: failed renders",
    trial: "worker-kills",
    what: "renders that failed or were drawn otherwise",
  },
  {
    says: "{size} under load: accepted requests lost",
    trial: "stops",
    what: "accepted requests that were reset, cut short or answered with anything but 200 or 503",
  },
];

/** The README's figures of the service; throws if a trial or a finding no longer exists. */
export const serviceFigures = (report: ReliabilityReport): string => {
  const rows = FIGURES.map(({ says, trial: name, what }) => {
    const trial = report.trials.find((each) => each.name === name);
    const finding = trial?.findings.find((each) => each.what === what);
    if (trial === undefined || finding === undefined) throw new Error(`There is no result for ${name}: ${what}.`);
    return [says.replace("{size}", trial.size), finding.measured];
  });
  const summary = `${boundsSentence(report)} Measured on ${report.machine["cores"]} cores; \`npm run test:reliability\` repeats it. [All results](docs/reference/reliability.md)`;
  return `${table(["", "measured"], rows)}\n\n${summary}`;
};
