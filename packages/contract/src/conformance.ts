import { object } from "./schema.ts";

/** What shows that the tool endpoint keeps to the protocol, and how anyone can see it again. */
export const CONFORMANCE_SHAPE = object({
  suite: { type: "string" },
  version: { type: "string" },
  requirements: { type: "string", description: "The revision whose requirements are run." },
  command: { type: "string", description: "With `URL` for the address of the tool endpoint." },
  leftOut: { type: "string", description: "The file that names each scenario which is not expected to pass, and why." },
  says: { type: "string" },
});

const SUITE = { suite: "@modelcontextprotocol/conformance", version: "0.2.0-alpha.12" } as const;

const run = (requirements: string) => {
  const leftOut = `tests/mcp/expected-${requirements}.yml`;
  return {
    ...SUITE,
    requirements,
    command: `npx conformance server --url URL --requirements ${requirements} --expected-failures ${leftOut}`,
    leftOut,
    says: "Runs with every change and must end with 0; a scenario that is left out and passes turns it red, too.",
  };
};

/** The runs of the protocol's own suite; `tests/mcp/conformance.test.ts` does them. */
export const CONFORMANCE = ["2026-07-28", "2025-11-25"].map(run);
