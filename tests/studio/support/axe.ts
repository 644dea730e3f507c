import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** axe-core as a script that runs before the page's own, because the page's policy allows none to be added. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** axe's findings: each violated rule, and where. */
export const axeFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(document, {
      resultTypes: ["violations"],
      // WCAG 2.2 rules, which axe does not enable by default
      rules: { "target-size": { enabled: true } },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any.map(({ message }) => message).join(" ")}`),
    );
  });

/** The parts of axe-core that are used. */
type Axe = {
  run(
    place: Document,
    options: object,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly {
        readonly target: readonly string[];
        readonly any: readonly { readonly message: string }[];
      }[];
    }[];
  }>;
};
