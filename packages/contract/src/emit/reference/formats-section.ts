import { contentType, FORMATS } from "../../formats.ts";
import { type FormatId, PARAMS } from "../../params.ts";
import { CHROMA_ENCODING } from "../../version.ts";
import { CHROMA_SAYS } from "../chroma-says.ts";
import { FORMAT_CONTENTS } from "../format-contents.ts";
import { FORMAT_SAMPLES } from "../generated/samples.ts";
import { artSchema, compactArtSchema } from "../json-schema.ts";
import { escapeHtml, inline } from "../markup.ts";
import { schemaFields } from "../schema-fields.ts";
import { codeHtml, type Section, tableHtml } from "./parts.ts";

/** Every format: how it travels, what it holds, how it looks. */
export const formatsSection = (): Section => ({
  id: "formats",
  title: "Formats",
  lead: inline(
    `\`format\` picks one; \`${PARAMS.format.default}\` without it. The samples are a picture at 24 columns, cut short.`,
  ),
  body: `<div class="formats">
${PARAMS.format.values.map(format).join("\n")}
</div>
<p>${inline(`\`${CHROMA_ENCODING}\`, the chroma of \`json-compact\`: ${CHROMA_SAYS}.`)}</p>
${fields("json", artSchema())}
${fields("json-compact", compactArtSchema())}`,
});

const format = (id: FormatId): string => `<article class="format" id="format-${id}">
<h3><code>${id}</code> ${escapeHtml(FORMATS[id].label)}</h3>
<p>${inline(FORMAT_CONTENTS[id])}</p>
<p class="answers"><span class="answer">${contentType(id)}</span><span class="answer">.${FORMATS[id].extension}</span></p>
<pre class="${id === "text" ? "sample sheet" : "sample"}" tabindex="0"><code>${escapeHtml(FORMAT_SAMPLES[id])}</code></pre>
</article>`;

/** All fields of a JSON format, folded away. */
const fields = (id: FormatId, schema: Parameters<typeof schemaFields>[0]): string => {
  const rows = schemaFields(schema).filter(({ path }) => !path.startsWith("params."));
  return `<details class="fields-of">
<summary>The ${rows.length} fields of <code>${id}</code></summary>
${tableHtml(
  ["Field", "Value", "Meaning"],
  rows.map(({ path, type, says }) => [codeHtml(path), escapeHtml(type), inline(says)]),
)}
</details>`;
};
