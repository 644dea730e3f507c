import { contract } from "./requirements/contract.ts";
import { decode } from "./requirements/decode.ts";
import { director } from "./requirements/director.ts";
import { engine } from "./requirements/engine.ts";
import { handoff } from "./requirements/handoff.ts";
import { mcp } from "./requirements/mcp.ts";
import { operation } from "./requirements/operation.ts";
import type { Area, AreaTable, IdsOf, Requirement } from "./requirements/requirement.ts";
import type { Section } from "./requirements/sections.ts";
import { service } from "./requirements/service.ts";
import { studio } from "./requirements/studio.ts";

const AREAS = {
  contract,
  engine,
  decode,
  service,
  mcp,
  studio,
  handoff,
  director,
  operation,
} as const satisfies Record<Area, AreaTable>;

/** Every id there is: a citation of any other does not compile. */
export type RequirementId = { [Name in Area]: IdsOf<(typeof AREAS)[Name]> }[Area];

/** Every testable sentence of the specification and of the decisions. */
export const REQUIREMENTS: readonly Requirement[] = Object.entries(AREAS).flatMap(([area, { built, later }]) => [
  ...rows(area as Area, built),
  ...rows(area as Area, later).map((row) => ({ ...row, later: true as const })),
]);

function rows(area: Area, sentences: AreaTable["built"]): Requirement[] {
  return Object.entries(sentences).flatMap(([source, byId]) =>
    Object.entries(byId).map(([id, says]) => ({ id, source: source as Section, says, area })),
  );
}
