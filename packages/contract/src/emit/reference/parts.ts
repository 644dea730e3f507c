import { escapeHtml } from "../markup.ts";

/** A section of the page: where links lead, its heading, what it says first, and the rest. */
export type Section = {
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
}: Section): string => `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${escapeHtml(title)}</a></h2>
<p class="lead">${lead}</p>
${body}
</section>`;

/** A command line; one click selects all of it, and no option is broken at its hyphens. */
export const command = (line: string): string =>
  `<pre class="command"><code>${escapeHtml(line).replace(/ (--?[a-zA-Z][\w-]*)/g, ' <span class="option">$1</span>')}</code></pre>`;

/** A table whose cells are HTML already. */
export const tableHtml = (heads: readonly string[], rows: readonly (readonly string[])[]): string => `<table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead>
<tbody>
${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n")}
</tbody>
</table>`;

/** Text as code. */
export const codeHtml = (text: string): string => `<code>${escapeHtml(text)}</code>`;
