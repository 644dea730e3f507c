import { type Param, type ParamGroup, type ParamName, paramRow } from "../../params.ts";
import { CHARSET_SAMPLES } from "../generated/samples.ts";
import { escapeHtml, inline } from "../markup.ts";
import { GROUP_TITLES, KIND_NAMES, PARAMS_SAY, paramGroups, paramSays, paramsOf } from "../param-words.ts";
import { codeHtml, type Section } from "./parts.ts";

/** Every parameter: its kind, its range with the default, and one sentence. */
export const parametersSection = (): Section => ({
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
      return `${swatch(param.default)} ${codeHtml(param.default)} <span class="usual">by default; <code>#rgb</code> or <code>#rrggbb</code></span>`;
  }
};

/** The values to choose from, the default underlined and said. */
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
      `<figure class="art"><pre role="img" aria-label="A portrait drawn with the charset ${charset}">${escapeHtml(text)}</pre><figcaption><code>charset=${charset}</code></figcaption></figure>`,
  )
  .join("\n")}
</div>`;

type Ranged = Extract<Param, { readonly kind: "integer" | "number" }>;

/** A parameter's range as a line, with a notch where its default is. */
export const rangeMark = ({ min, max, default: usual }: Ranged): string => {
  const at = Number((((usual - min) / (max - min)) * 100).toFixed(2));
  return `<span class="range"><span>${min}</span><svg viewBox="-1 0 102 12" preserveAspectRatio="none" aria-hidden="true"><path d="M0 6H100"/><path class="notch" d="M${at} 0V12"/></svg><span>${max}</span></span>`;
};
