import { ENDPOINTS } from "../../endpoints.ts";
import { ACTIVE_ERROR_CODES, ERRORS } from "../../errors.ts";
import { codesByStatus, type StatusGroup } from "../codes-by-status.ts";
import { escapeHtml } from "../markup.ts";
import { errorExamples } from "../openapi/examples.ts";
import { STATUS_NAMES } from "../status-name.ts";
import { codeHtml, type Section } from "./parts.ts";

/** What a failure looks like, and every code with a link to what can be done about it. */
export const errorsSection = (baseUrl: string): Section => ({
  id: "errors",
  title: "Errors",
  lead: "Every error is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>: it stays, the sentences may change. All problems of a request are told at once.",
  body: `<pre class="sample" tabindex="0"><code>${escapeHtml(JSON.stringify(example(baseUrl), null, 2))}</code></pre>
<div class="errors">
${codesByStatus(ACTIVE_ERROR_CODES).map(statusOf).join("\n")}
</div>`,
});

const example = (baseUrl: string): unknown => errorExamples(baseUrl)["parameter_invalid"]?.value;

const statusOf = ({ status, codes }: StatusGroup): string => `<div class="status">
<h3><b>${status}</b> ${STATUS_NAMES[status]}</h3>
<ul>
${codes.map((code) => `<li><a href="${ENDPOINTS.errorReference.path}#${code}">${codeHtml(code)}</a> ${escapeHtml(ERRORS[code].title)}</li>`).join("\n")}
</ul>
</div>`;
