import {
  artSchema,
  CHROMA_ENCODING,
  compactArtSchema,
  contentType,
  ERROR_CODES,
  ERRORS,
  escapeMarkup,
  FORMATS,
  type FormatId,
  PARAM_NAMES,
  PARAMS,
  type TextFormat,
  VERSION,
} from "@lumiglyph/contract";
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from "../../tables/endpoints.ts";
import { type AgentRecipe, agentRecipe, PLACEHOLDERS } from "../agent-recipe.ts";
import { documentLinks } from "../documents.ts";
import { codesByStatus, STATUS_NAMES, type StatusGroup } from "../errors-by-status.ts";
import { FORMAT_SAMPLES, LARGE_SAMPLE } from "../generated/samples.ts";
import { htmlPage, inline } from "../html-page.ts";
import { type Instance, type PublicLimit, publicLimits } from "../instance.ts";
import { schemaFields } from "../markdown/page.ts";
import { openapi } from "../openapi/document.ts";
import { errorExamples } from "../openapi/parts.ts";
import { RECIPE_IDS } from "../recipes.ts";
import { CHROMA_SAYS, FORMAT_CONTENTS } from "../words.ts";
import {
  codeHtml,
  command,
  endpointsSection,
  parametersSection,
  type ReferenceSection,
  sectionHtml,
  tableHtml,
  trySection,
} from "./sections.ts";
import { REFERENCE_STYLE } from "./style.ts";

/** The reference page of an instance: standalone, without scripts, generated from the tables. */
export const referencePage = (instance: Instance, served: readonly EndpointId[] = ENDPOINT_IDS): string => {
  const sections = sectionsOf(instance, served);
  return htmlPage({
    title: "Lumiglyph reference",
    style: REFERENCE_STYLE,
    body: `<a class="skip" href="#start">Skip to the reference</a>
<header class="bar">
<a class="mark" href="#start"><span aria-hidden="true">.:|@</span> Lumiglyph</a>
<span class="version">${VERSION}</span>
<nav aria-label="Documents"><a href="${ENDPOINTS.studio.path}">Studio</a><a href="${ENDPOINTS.openapi.path}">OpenAPI</a><a href="${ENDPOINTS.llms.path}">llms.txt</a><a href="${ENDPOINTS.errorReference.path}">Errors</a></nav>
</header>
<div class="frame">
<nav class="contents" aria-label="Contents">
<ul>
${[{ id: "start", title: "Start" }, ...sections].map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("\n")}
</ul>
</nav>
<main>
${startSection(instance.baseUrl)}
${sections.map(sectionHtml).join("\n")}
</main>
</div>`,
  });
};

const sectionsOf = (instance: Instance, served: readonly EndpointId[]): readonly ReferenceSection[] => [
  trySection(),
  recipesSection(instance.baseUrl),
  parametersSection(),
  formatsSection(),
  headersSection(),
  errorsSection(instance.baseUrl),
  limitsSection(instance),
  endpointsSection(instance, served),
  documentsSection(),
];

/** The same interface for other readers: programs, agents, language models. */
const documentsSection = (): ReferenceSection => ({
  id: "documents",
  title: "Documents",
  lead: "The same interface, generated from the same tables, for programs, agents and language models. Each has a strong <code>ETag</code> and may be cached for five minutes.",
  body: `<ul class="documents">
${documentLinks("").map(link).join("\n")}
</ul>`,
});

const link = ({ title, url, says }: ReturnType<typeof documentLinks>[number]): string =>
  `<li><a href="${url}">${escapeMarkup(title)}</a> ${inline(says)}</li>`;

/** The head of the page: what the service does, the shortest requests, and a result. */
const startSection = (baseUrl: string): string => `<section id="start" class="start" aria-labelledby="start-title">
<div>
<h1 id="start-title">Send a picture. <br>It comes back as text.</h1>
<p class="lead">One POST, ${PARAMS.format.values.length} formats, ${PARAM_NAMES.length} parameters, none of them required. No account, nothing stored. Every response says how faithful it is.</p>
<h3>A file</h3>
${command(agentRecipe("terminal", baseUrl).curl)}
<h3>The file itself as the body</h3>
${command(agentRecipe("raw", baseUrl).curl)}
<h3>A picture on the web</h3>
${command(agentRecipe("url", baseUrl).curl)}
<p class="hint">One click selects a whole command.</p>
</div>
<figure class="art">
<pre role="img" aria-label="A girl in a headscarf, lit from the left, drawn in characters">${escapeMarkup(LARGE_SAMPLE)}</pre>
<figcaption><code>columns=64</code>, everything else at its default</figcaption>
</figure>
</section>`;

/** An example error, and every code with a link to its explanation. */
const errorsSection = (baseUrl: string): ReferenceSection => ({
  id: "errors",
  title: "Errors",
  lead: "Every error is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>: it is stable, the sentences may change. All problems of a request are reported at once.",
  body: `<pre class="sample" tabindex="0"><code>${escapeMarkup(JSON.stringify(example(baseUrl), null, 2))}</code></pre>
<div class="errors">
${codesByStatus(ERROR_CODES).map(statusOf).join("\n")}
</div>`,
});

const example = (baseUrl: string): unknown => errorExamples(baseUrl)["parameter_invalid"]?.value;

const statusOf = ({ status, codes }: StatusGroup): string => `<div class="status">
<h3><b>${status}</b> ${STATUS_NAMES[status]}</h3>
<ul>
${codes.map((code) => `<li><a href="${ENDPOINTS.errorReference.path}#${code}">${codeHtml(code)}</a> ${escapeMarkup(ERRORS[code].title)}</li>`).join("\n")}
</ul>
</div>`;

/** The limits of this instance. */
const limitsSection = (instance: Instance): ReferenceSection => ({
  id: "limits",
  title: "Limits",
  lead: "As set by the operator of this service. A request beyond a limit is refused with its own error: nothing is truncated or clamped.",
  body: tableHtml(
    ["Limit", "At most", "Meaning"],
    publicLimits(instance).map((limit) => [codeHtml(limit.name), amount(limit), inline(limit.says)]),
  ),
});

const amount = ({ value, unit }: PublicLimit): string => {
  const whole = `${grouped(value)} ${escapeMarkup(unit)}`.trim();
  return unit === "bytes" && value >= MIB ? `<b>${rounded(value / MIB)} MiB</b><br>${whole}` : `<b>${whole}</b>`;
};

const MIB = 1024 ** 2;

const rounded = (value: number): string => String(Number(value.toFixed(1)));

/** Digits in groups of three, the same in every runtime. */
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** Response and request headers: the evidence of a render, the trace, caching. */
const headersSection = (): ReferenceSection => {
  const { headers, parameters } = openapi().components;
  const sent = Object.values(parameters).filter((parameter) => parameter.in === "header");
  return {
    id: "headers",
    title: "Headers",
    lead: "The evidence of a render is in its headers, whatever its format: whether the target was met, which glyphs were chosen, how large the output is.",
    body: `<h3>In responses</h3>
${tableHtml(
  ["Header", "Meaning"],
  Object.entries(headers).map(([name, { description, example }]) => row(name, description, example)),
)}
<h3>In requests</h3>
${tableHtml(
  ["Header", "Meaning"],
  sent.map(({ name, description, example }) => row(name, description, example)),
)}`,
  };
};

const row = (name: string, description: string, example: string | undefined): readonly string[] => [
  codeHtml(name),
  `${inline(description)}${example === undefined ? "" : `<br>${codeHtml(example)}`}`,
];

/** Every recipe: when to use it, its command line, what to expect and what to do next. */
const recipesSection = (baseUrl: string): ReferenceSection => {
  const [file] = PLACEHOLDERS;
  return {
    id: "recipes",
    title: "Recipes",
    lead: `Each of these runs unchanged, with your picture in place of ${codeHtml(file?.text ?? "")}. The <a href="${ENDPOINTS.agent.path}">agent manifest</a> has them as data.`,
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
<h3>${escapeMarkup(title)}</h3>
<p>${inline(when)}</p>
${command(curl)}
<dl>
<dt>Expect</dt><dd><b>${expect.status}</b> ${codeHtml(expect.contentType)}${expect.code === null ? "" : ` ${codeLink(expect.code)}`}. ${inline(expect.says)}</dd>
<dt>Then</dt><dd>${inline(next)}</dd>
</dl>
</article>`;

const codeLink = (code: string): string => `<a href="${ENDPOINTS.errorReference.path}#${code}">${codeHtml(code)}</a>`;

/** Every format: its media type, its contents, a sample. */
const formatsSection = (): ReferenceSection => ({
  id: "formats",
  title: "Formats",
  lead: inline(
    `\`format\` selects one; the default is \`${PARAMS.format.default}\`. The samples show a picture at 24 columns, truncated.`,
  ),
  body: `<div class="formats">
${PARAMS.format.values.map(format).join("\n")}
</div>
<p>${inline(`\`${CHROMA_ENCODING}\`, the chroma of \`json-compact\`: ${CHROMA_SAYS}.`)}</p>
${fields("json", artSchema())}
${fields("json-compact", compactArtSchema())}`,
});

const format = (id: FormatId): string => `<article class="format" id="format-${id}">
<h3><code>${id}</code> ${escapeMarkup(FORMATS[id].label)}</h3>
<p>${inline(FORMAT_CONTENTS[id])}</p>
<p class="answers"><span class="answer">${contentType(id)}</span><span class="answer">.${FORMATS[id].extension}</span></p>
${id === "png" ? "" : sample(id)}</article>`;

const sample = (id: TextFormat): string =>
  `<pre class="${id === "text" ? "sample sheet" : "sample"}" tabindex="0"><code>${escapeMarkup(FORMAT_SAMPLES[id])}</code></pre>\n`;

/** All fields of a JSON format, collapsed. */
const fields = (id: FormatId, schema: Parameters<typeof schemaFields>[0]): string => {
  const rows = schemaFields(schema).filter(({ path }) => !path.startsWith("params."));
  return `<details class="fields-of">
<summary>The ${rows.length} fields of <code>${id}</code></summary>
${tableHtml(
  ["Field", "Value", "Meaning"],
  rows.map(({ path, type, says }) => [codeHtml(path), escapeMarkup(type), inline(says)]),
)}
</details>`;
};
