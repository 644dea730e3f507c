import {
  canonicalAddress,
  ERROR_CODES,
  ERRORS,
  type ErrorScope,
  escapeMarkup,
  INPUT_FORMATS,
  PARAM_NAMES,
  type Param,
  type ParamGroup,
  type ParamName,
  paramRow,
} from "@lumiglyph/contract";
import { ENDPOINTS, type EndpointId } from "../../tables/endpoints.ts";
import { agentRecipe, shellWord } from "../agent-recipe.ts";
import { CHARSET_SAMPLES } from "../generated/samples.ts";
import { inline } from "../html-page.ts";
import type { Instance } from "../instance.ts";
import { sentence } from "../markdown/page.ts";
import { operationDetails } from "../openapi/operations.ts";
import type { OperationDetails } from "../openapi/types.ts";
import { GROUP_TITLES, KIND_NAMES, PARAMS_SAY, paramGroups, paramSays, paramsOf } from "../words.ts";

/** A section of the page: its anchor, heading, lead and body. */
export type ReferenceSection = {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly body: string;
};

/** A section as HTML. `lead` is HTML already. */
export const sectionHtml = ({
  id,
  title,
  lead,
  body,
}: ReferenceSection): string => `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${escapeMarkup(title)}</a></h2>
<p class="lead">${lead}</p>
${body}
</section>`;

/** A command line: one click selects all of it, and options do not break at their hyphens. */
export const command = (line: string): string =>
  `<pre class="command"><code>${escapeMarkup(line).replace(/ (--?[a-zA-Z][\w-]*)/g, ' <span class="option">$1</span>')}</code></pre>`;

/** A table whose cells are HTML already. */
export const tableHtml = (heads: readonly string[], rows: readonly (readonly string[])[]): string => `<table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead>
<tbody>
${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n")}
</tbody>
</table>`;

/** Text as code. */
export const codeHtml = (text: string): string => `<code>${escapeMarkup(text)}</code>`;

/** Every served endpoint: its purpose, a command to try it, its responses. */
export const endpointsSection = (instance: Instance, served: readonly EndpointId[]): ReferenceSection => {
  const details = operationDetails(instance);
  return {
    id: "endpoints",
    title: "Endpoints",
    lead: "All operations are read-only. Every GET also supports HEAD, every path answers CORS preflights; a trailing slash and <code>Accept</code> are ignored.",
    body: ordered(served)
      .map((id) => endpoint(id, details[id], instance.baseUrl))
      .join("\n"),
  };
};

/** The render operation comes first. */
const ordered = (served: readonly EndpointId[]): readonly EndpointId[] =>
  served.toSorted((a, b) => Number(b === "render") - Number(a === "render"));

const endpoint = (id: EndpointId, details: OperationDetails, baseUrl: string): string => {
  const { method, path, operation, summary } = ENDPOINTS[id];
  const name = `<code>${path}</code>`;
  return `<article class="endpoint" id="${operation}">
<div>
<h3><span class="method ${method.toLowerCase()}">${method}</span> ${method === "GET" && id !== "renderAddress" ? `<a href="${path}">${name}</a>` : name}</h3>
<p>${inline(sentence(summary))}${details.description === undefined ? "" : ` ${inline(details.description)}`}</p>
<p class="answers">${[...Object.entries(details.successes).map(success), ...failuresOf(details.fails)].join(" ")}</p>
</div>
${command(tryLine(id, baseUrl))}
</article>`;
};

const tryLine = (id: EndpointId, baseUrl: string): string => {
  if (id === "render") return agentRecipe("terminal", baseUrl).curl;
  if (id === "mcp") return agentRecipe("toolList", baseUrl).curl;
  if (id === "renderAddress") return `curl -sS ${shellWord(`${baseUrl}${ADDRESS}`)}`;
  const credential = ENDPOINTS[id].access === "platform" ? '-H "Authorization: Bearer $SERVICE_API_KEY" ' : "";
  return `curl -sS ${credential}${shellWord(`${baseUrl}${ENDPOINTS[id].path}`)}`;
};

/** An address in its canonical form. */
const ADDRESS = canonicalAddress({
  imageUrl: "https://images.example/koi.png",
  options: { columns: 80, format: "svg" },
  preset: null,
  expires: null,
});

const success = ([status, { content = {} }]: [string, OperationDetails["successes"][string]]): string =>
  `<span class="answer"><b>${status}</b> ${Object.keys(content).map(escapeMarkup).join(", ") || "no body"}</span>`;

const failuresOf = (scopes: readonly ErrorScope[]): readonly string[] => {
  const codes = ERROR_CODES.filter((code) => scopes.includes(ERRORS[code].where));
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return statuses.map(
    (status) => `<a class="answer" href="${ENDPOINTS.errorReference.path}#status-${status}">${status}</a>`,
  );
};

/** Every parameter: its kind, its range with the default, and one sentence. */
export const parametersSection = (): ReferenceSection => ({
  id: "parameters",
  title: "Parameters",
  lead: inline(PARAMS_SAY),
  body: paramGroups().map(groupOf).join("\n"),
});

const groupOf = (group: ParamGroup): string => `<div class="group" id="group-${group}">
<h3 class="group-title">${GROUP_TITLES[group]}</h3>
${paramsOf(group).map(parameter).join("\n")}
</div>`;

const parameter = (name: ParamName): string => {
  const param = paramRow(name);
  return `<div class="param" id="param-${name}">
<p class="param-name"><a href="#param-${name}"><code>${name}</code></a> <span class="kind">${KIND_NAMES[param.kind]}</span></p>
<p class="allowed">${allowed(param)}</p>
<p class="says">${inline(paramSays(name))}</p>
</div>${name === "charset" ? charsets() : ""}`;
};

const allowed = (param: Param): string => {
  switch (param.kind) {
    case "integer":
    case "number":
      return `${rangeMark(param)} <span class="usual">${codeHtml(String(param.default))} by default</span>`;
    case "boolean":
      return choices(["false", "true"], String(param.default));
    case "choice":
      return choices(param.values, param.default);
    case "color":
      if (param.none) return '<span class="usual"><code>#rgb</code> or <code>#rrggbb</code>, none by default</span>';
      return `${swatch(param.default)} ${codeHtml(param.default)} <span class="usual">by default; <code>#rgb</code> or <code>#rrggbb</code></span>`;
    case "text":
      return `<span class="usual">at most ${param.max} characters, none by default</span>`;
    case "characters":
      return '<span class="usual">2 to 95 different characters of printable ASCII, none by default</span>';
  }
};

/** The choices, with the default underlined and labeled. */
const choices = (values: readonly string[], usual: string): string =>
  values
    .map((value) =>
      value === usual
        ? `<code class="choice is-default">${value}<small> default</small></code>`
        : `<code class="choice">${value}</code>`,
    )
    .join(" ");

const swatch = (color: string): string =>
  `<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="${color}"/></svg>`;

/** The same picture in every charset. */
const charsets = (): string => `
<div class="charsets">
${Object.entries(CHARSET_SAMPLES)
  .map(
    ([charset, text]) =>
      `<figure class="art"><pre role="img" aria-label="A portrait drawn with the charset ${charset}">${escapeMarkup(text)}</pre><figcaption><code>charset=${charset}</code></figcaption></figure>`,
  )
  .join("\n")}
</div>`;

type Ranged = Extract<Param, { readonly kind: "integer" | "number" }>;

/** A parameter's range as a line, with a notch at its default. */
export const rangeMark = ({ min, max, default: usual }: Ranged): string => {
  const at = Number((((usual - min) / (max - min)) * 100).toFixed(2));
  return `<span class="range"><span>${min}</span><svg viewBox="-1 0 102 12" preserveAspectRatio="none" aria-hidden="true"><path d="M0 6H100"/><path class="notch" d="M${at} 0V12"/></svg><span>${max}</span></span>`;
};

/** Parameters that are always visible; the others are collapsed. */
const OPEN: readonly ParamName[] = ["format", "columns", "charset", "qualityTarget", "color", "invert"];

/** A form with every parameter as a control. It posts into a frame beside it, so it needs no script. */
export const trySection = (): ReferenceSection => ({
  id: "try",
  title: "Try it",
  lead: "Choose a picture and press Render. The form posts to this service, and the response opens in the frame unchanged. It sends every field, so nothing is left for the Auto Director to tune.",
  body: `<div class="try">
<form method="post" action="${ENDPOINTS.render.path}" enctype="multipart/form-data" target="answer">
<label class="field file"><span>Image</span><input type="file" name="image" required accept="${accepted()}"></label>
<div class="fields">
${OPEN.map(field).join("\n")}
</div>
<details>
<summary>${PARAM_NAMES.length - OPEN.length} more parameters</summary>
${paramGroups().map(folded).join("\n")}
</details>
<button>Render</button>
</form>
<iframe name="answer" title="The response" sandbox></iframe>
</div>`,
});

const accepted = (): string =>
  Object.values(INPUT_FORMATS)
    .map(({ mediaType }) => mediaType)
    .join(",");

const folded = (group: Parameters<typeof paramsOf>[0]): string => {
  const names = paramsOf(group).filter((name) => !OPEN.includes(name));
  if (names.length === 0) return "";
  return `<fieldset><legend>${GROUP_TITLES[group]}</legend>
<div class="fields">
${names.map(field).join("\n")}
</div>
</fieldset>`;
};

const field = (name: ParamName): string => {
  const param = paramRow(name);
  const kind = param.kind === "boolean" ? "field check" : "field";
  return `<label class="${kind}"><span>${escapeMarkup(param.label)}</span>${control(name, param)}</label>`;
};

const control = (name: ParamName, param: Param): string => {
  switch (param.kind) {
    case "integer":
    case "number":
      return `<input type="number" name="${name}" min="${param.none ? 0 : param.min}" max="${param.max}" step="${param.step}" value="${param.default}" required>`;
    case "boolean":
      return `<input type="checkbox" name="${name}" value="true">`;
    case "choice":
      return `<select name="${name}">${param.values.map((value) => option(value, value === shownFirst(name, param.default))).join("")}</select>`;
    case "color":
      // a color box is never empty
      return param.none
        ? `<input name="${name}" placeholder="#rrggbb" pattern="#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})" value="">`
        : `<input type="color" name="${name}" value="${param.default}">`;
    case "text":
      return `<input name="${name}" maxlength="${param.max}" value="${param.default}">`;
    case "characters":
      return `<input name="${name}" maxlength="95" value="${param.default}">`;
  }
};

/** A frame shows HTML better than plain text. */
const shownFirst = (name: ParamName, usual: string): string => (name === "format" ? "html" : usual);

const option = (value: string, selected: boolean): string => `<option${selected ? " selected" : ""}>${value}</option>`;
