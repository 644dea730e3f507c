import { ENDPOINTS } from "../../endpoints.ts";
import { DEFAULT_INSTANCE } from "../../instance.ts";
import { RECIPE_IDS } from "../../recipes.ts";
import type { AgentRecipe } from "../../shapes/agent-manifest.ts";
import { agentRecipe, PLACEHOLDERS } from "../documents/agent-recipe.ts";
import { code, page } from "./page.ts";

/** The reference of the recipes. */
export const recipesPage = (): string => page("Recipes", recipesParts(DEFAULT_INSTANCE.baseUrl));

/** What the page says of the service at an address, under headings of the second level. */
export const recipesParts = (baseUrl: string): readonly string[] => [
  `Each of these runs as it stands, and CI runs each of them. ${code(`GET ${ENDPOINTS.agent.path}`)} has them as data, with the service's own address in them.`,
  PLACEHOLDERS.map(({ text, says }) => `- ${code(text)}: ${says}`).join("\n"),
  ...RECIPE_IDS.map((id) => section(agentRecipe(id, baseUrl))),
];

const section = ({ title, when, curl, expect, next }: AgentRecipe): string =>
  [
    `## ${title}`,
    when,
    `\`\`\`sh\n${curl}\n\`\`\``,
    `Expect ${expect.status} ${code(expect.contentType)}${expect.code === null ? "" : ` with the code ${code(expect.code)}`}. ${expect.says}`,
    `Then: ${next}`,
  ].join("\n\n");
