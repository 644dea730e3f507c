import { ERROR_CODES, ERRORS, type ErrorCode, VERSION } from "@lumiglyph/contract";
import { ENDPOINTS } from "../tables/endpoints.ts";
import { codesByStatus, STATUS_NAMES, type StatusGroup } from "./errors-by-status.ts";
import { htmlPage, inline } from "./html-page.ts";

/** The page that a problem's `type` links to: standalone HTML, no script, an anchor for each code. */
export const errorPage = (): string => {
  const groups = codesByStatus(ERROR_CODES);
  const body = `<header>
<h1>Lumiglyph errors</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of those below and stays the same within ${VERSION.replace(/\d+$/, "x")}; its <code>detail</code> says what is wrong with that one request, and <code>errors</code> lists each faulty field. <a href="${ENDPOINTS.reference.path}">Reference</a> of the whole interface.</p>
<nav aria-label="Statuses">
${groups.map(({ status }) => `<a href="#status-${status}">${status}</a>`).join("\n")}
</nav>
</header>
<main>
${groups.map(section).join("\n")}
</main>`;
  return htmlPage({ title: "Lumiglyph errors", style: ERROR_PAGE_STYLE, body });
};

const section = ({ status, codes }: StatusGroup): string => `<section aria-labelledby="status-${status}">
<h2 id="status-${status}"><b>${status}</b> ${STATUS_NAMES[status]}</h2>
${codes.map(entry).join("\n")}
</section>`;

const entry = (code: ErrorCode): string => `<article id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p><strong>${inline(ERRORS[code].title)}.</strong> ${inline(ERRORS[code].says)}</p>
</article>`;

/** Styles of the error page: one column. */
const ERROR_PAGE_STYLE = `body { max-width: 720px; margin: 0 auto; padding: 40px 20px 80px; }
header p { margin-top: 12px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 16px; font-family: var(--mono); font-size: 13px; }
h2 { margin: 48px 0 8px; padding-bottom: 8px; border-bottom: 1px solid var(--line); font-size: 15px; line-height: 24px; font-weight: 500; color: var(--muted); letter-spacing: 0; }
h2 b { margin-right: 6px; font-family: var(--mono); font-size: 20px; }
h3 a { text-decoration: none; }
h3 a:hover { text-decoration: underline; }
article { margin: 0 -12px; padding: 12px; border-radius: 10px; }
article:target { background: var(--field); box-shadow: inset 3px 0 var(--accent); }`;
