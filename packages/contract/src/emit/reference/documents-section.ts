import { documentLinks } from "../documents/links.ts";
import { escapeHtml, inline } from "../markup.ts";
import type { Section } from "./parts.ts";

/** The same interface for other readers: programs, agents, language models. */
export const documentsSection = (): Section => ({
  id: "documents",
  title: "Documents",
  lead: "The same interface, made from the same tables, for programs, agents and language models. Each has a strong <code>ETag</code> and may be kept for five minutes.",
  body: `<ul class="documents">
${documentLinks("").map(link).join("\n")}
</ul>`,
});

const link = ({ title, url, says }: ReturnType<typeof documentLinks>[number]): string =>
  `<li><a href="${url}">${escapeHtml(title)}</a> ${inline(says)}</li>`;
