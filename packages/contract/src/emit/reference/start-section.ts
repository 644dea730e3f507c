import { PARAM_NAMES, PARAMS } from "../../params.ts";
import { agentRecipe } from "../documents/agent-recipe.ts";
import { LARGE_SAMPLE } from "../generated/samples.ts";
import { escapeHtml } from "../markup.ts";
import { command } from "./parts.ts";

/** The head of the page: what the service does, the shortest way to it, and what comes back. */
export const startSection = (
  baseUrl: string,
): string => `<section id="start" class="start" aria-labelledby="start-title">
<div>
<h1 id="start-title">Send a picture. <br>It comes back as text.</h1>
<p class="lead">One POST, ${PARAMS.format.values.length} formats, ${PARAM_NAMES.length} parameters, none of them required. No account, nothing stored. Every answer says how faithful it is.</p>
<h3>A file</h3>
${command(agentRecipe("terminal", baseUrl).curl)}
<h3>The file itself as the body</h3>
${command(agentRecipe("raw", baseUrl).curl)}
<h3>A picture on the web</h3>
${command(agentRecipe("url", baseUrl).curl)}
<p class="hint">One click selects a whole command.</p>
</div>
<figure class="art">
<pre role="img" aria-label="A girl in a headscarf, lit from the left, drawn in characters">${escapeHtml(LARGE_SAMPLE)}</pre>
<figcaption><code>columns=64</code>, everything else left to its default</figcaption>
</figure>
</section>`;
