import type { Citation } from "./citations.ts";
import type { Requirement } from "./requirements/requirement.ts";

/** What is wrong between a list of requirements and the tests that cite them, each fault a sentence. */
export const faultsOf = (
  requirements: readonly Requirement[],
  sections: readonly string[],
  citations: readonly Citation[],
): string[] => [
  ...duplicates(requirements),
  ...misplaced(requirements, sections),
  ...unknown(requirements, citations),
  ...premature(requirements, citations),
  ...uncited(requirements, citations).map(
    ({ area, id, source, says }) => `${area}: no test cites ${id} (${source}: ${says})`,
  ),
];

/** Requirements that are built and that no test cites. */
const uncited = (requirements: readonly Requirement[], citations: readonly Citation[]): Requirement[] => {
  const cited = new Set(citations.map(({ id }) => id));
  return requirements.filter(({ id, later }) => !later && !cited.has(id));
};

const duplicates = (requirements: readonly Requirement[]): string[] => {
  const seen = new Set<string>();
  return requirements.flatMap(({ id }) => (seen.size === seen.add(id).size ? [`${id} stands twice`] : []));
};

const misplaced = (requirements: readonly Requirement[], sections: readonly string[]): string[] => {
  const used = new Set<string>(requirements.map(({ source }) => source));
  return [
    ...requirements.filter(({ source }) => !sections.includes(source)).map(({ id, source }) => `${id}: no ${source}`),
    ...sections.filter((section) => !used.has(section)).map((section) => `${section} has no requirement`),
  ];
};

const unknown = (requirements: readonly Requirement[], citations: readonly Citation[]): string[] => {
  const known = new Set(requirements.map(({ id }) => id));
  return citations.filter(({ id }) => !known.has(id)).map(({ file, id }) => `${file} cites ${id}, which is unknown`);
};

const premature = (requirements: readonly Requirement[], citations: readonly Citation[]): string[] => {
  const later = new Set(requirements.filter((row) => row.later).map(({ id }) => id));
  return citations
    .filter(({ id }) => later.has(id))
    .map(({ file, id }) => `${file} cites ${id}: move it from later to built`);
};
