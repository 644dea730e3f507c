import { ENDPOINTS, type EndpointId } from "../../endpoints.ts";
import { ERROR_CODES, ERRORS, type ErrorScope } from "../../errors.ts";
import { agentRecipe } from "../documents/agent-recipe.ts";
import { shellWord } from "../documents/curl-line.ts";
import { sentence } from "../markdown/page.ts";
import { escapeHtml, inline } from "../markup.ts";
import { type OperationDetails, operationDetails } from "../openapi/operations.ts";
import { command, type Section } from "./parts.ts";

/** Every endpoint that is served: what it is for, a line to try it, what it answers. */
export const endpointsSection = (baseUrl: string, served: readonly EndpointId[]): Section => {
  const details = operationDetails();
  return {
    id: "endpoints",
    title: "Endpoints",
    lead: "No operation changes anything. Every GET also answers HEAD, every path a CORS preflight; a trailing slash equals none, and <code>Accept</code> is ignored.",
    body: ordered(served)
      .map((id) => endpoint(id, details[id], baseUrl))
      .join("\n"),
  };
};

/** What the service is for comes first. */
const ordered = (served: readonly EndpointId[]): readonly EndpointId[] =>
  served.toSorted((a, b) => Number(b === "render") - Number(a === "render"));

const endpoint = (id: EndpointId, details: OperationDetails, baseUrl: string): string => {
  const { method, path, operation, summary } = ENDPOINTS[id];
  const name = `<code>${path}</code>`;
  return `<article class="endpoint" id="${operation}">
<div>
<h3><span class="method ${method.toLowerCase()}">${method}</span> ${method === "GET" ? `<a href="${path}">${name}</a>` : name}</h3>
<p>${inline(sentence(summary))}${details.description === undefined ? "" : ` ${inline(details.description)}`}</p>
<p class="answers">${[...Object.entries(details.successes).map(success), ...failuresOf(details.fails)].join(" ")}</p>
</div>
${command(tryLine(id, baseUrl))}
</article>`;
};

const tryLine = (id: EndpointId, baseUrl: string): string => {
  if (id === "render") return agentRecipe("terminal", baseUrl).curl;
  if (id === "mcp") return agentRecipe("toolList", baseUrl).curl;
  const credential = ENDPOINTS[id].access === "platform" ? '-H "Authorization: Bearer $SERVICE_API_KEY" ' : "";
  return `curl -sS ${credential}${shellWord(`${baseUrl}${ENDPOINTS[id].path}`)}`;
};

const success = ([status, { content = {} }]: [string, OperationDetails["successes"][string]]): string =>
  `<span class="answer"><b>${status}</b> ${Object.keys(content).map(escapeHtml).join(", ") || "no body"}</span>`;

const failuresOf = (scopes: readonly ErrorScope[]): readonly string[] => {
  const codes = ERROR_CODES.filter((code) => scopes.includes(ERRORS[code].where));
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return statuses.map(
    (status) => `<a class="answer" href="${ENDPOINTS.errorReference.path}#status-${status}">${status}</a>`,
  );
};
