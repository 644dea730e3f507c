import { ENDPOINTS } from "../../endpoints.ts";
import { INPUT_FORMATS } from "../../formats.ts";
import { PARAM_NAMES, type Param, type ParamName, paramRow } from "../../params.ts";
import { escapeHtml } from "../markup.ts";
import { GROUP_TITLES, paramGroups, paramsOf } from "../param-words.ts";
import type { Section } from "./parts.ts";

/** Parameters that stand in the open; the others are folded away. */
const OPEN: readonly ParamName[] = ["format", "columns", "charset", "qualityTarget", "color", "invert"];

/** A form with every parameter as a control. It posts into a frame beside it, so that it needs no script. */
export const trySection = (): Section => ({
  id: "try",
  title: "Try it",
  lead: "Choose a picture and press Render. The form posts to this service, and the answer opens in the frame, as it is. It sends every field, so nothing is left for the Auto Director to tune.",
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
<iframe name="answer" title="The answer" sandbox></iframe>
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
  return `<label class="${kind}"><span>${escapeHtml(param.label)}</span>${control(name, param)}</label>`;
};

const control = (name: ParamName, param: Param): string => {
  switch (param.kind) {
    case "integer":
    case "number":
      return `<input type="number" name="${name}" min="${param.min}" max="${param.max}" step="${param.step}" value="${param.default}" required>`;
    case "boolean":
      return `<input type="checkbox" name="${name}" value="true">`;
    case "choice":
      return `<select name="${name}">${param.values.map((value) => option(value, value === shownFirst(name, param.default))).join("")}</select>`;
    case "color":
      return `<input type="color" name="${name}" value="${param.default}">`;
  }
};

/** A frame shows a page better than bare text. */
const shownFirst = (name: ParamName, usual: string): string => (name === "format" ? "html" : usual);

const option = (value: string, selected: boolean): string => `<option${selected ? " selected" : ""}>${value}</option>`;
