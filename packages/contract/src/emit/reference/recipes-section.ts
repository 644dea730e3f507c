import { ENDPOINTS } from "../../endpoints.ts";
import { RECIPE_IDS } from "../../recipes.ts";
import type { AgentRecipe } from "../../shapes/agent-manifest.ts";
import { agentRecipe, PLACEHOLDERS } from "../documents/agent-recipe.ts";
import { escapeHtml, inline } from "../markup.ts";
import { codeHtml, command, type Section } from "./parts.ts";

/** Every recipe: when to use it, its command line, what to expect and what to do then. */
export const recipesSection = (baseUrl: string): Section => {
  const [file] = PLACEHOLDERS;
  return {
    id: "recipes",
    title: "Recipes",
    lead: `Each of these runs as it stands, with your picture in the place of ${codeHtml(file?.text ?? "")}. As data they are in the <a href="${ENDPOINTS.agent.path}">agent manifest</a>.`,
    body: RECIPE_IDS.map((id) => recipe(agentRecipe(id, baseUrl))).join("\n"),
  };
};

const recipe = ({
  id,
  title,
  when,
  curl,
  expect,
  next,
}: AgentRecipe): string => `<article class="recipe" id="recipe-${id}">
<h3>${escapeHtml(title)}</h3>
<p>${inline(when)}</p>
${command(curl)}
<dl>
<dt>Expect</dt><dd><b>${expect.status}</b> ${codeHtml(expect.contentType)}${expect.code === null ? "" : ` ${codeLink(expect.code)}`}. ${inline(expect.says)}</dd>
<dt>Then</dt><dd>${inline(next)}</dd>
</dl>
</article>`;

const codeLink = (code: string): string => `<a href="${ENDPOINTS.errorReference.path}#${code}">${codeHtml(code)}</a>`;
