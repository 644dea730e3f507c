import { ACTIVE_ERROR_CODES, ERRORS, type ErrorCode } from "../errors.ts";
import { VERSION } from "../version.ts";
import { codesByStatus, IDLE_ERROR_CODES, type StatusGroup } from "./codes-by-status.ts";
import { ERROR_PAGE_STYLE } from "./error-page-style.ts";
import { STATUS_NAMES } from "./status-name.ts";

/** The page that a problem's `type` links to: standalone HTML, no script, an anchor for each code. */
export const errorPage = (): string => {
  const groups = codesByStatus(ACTIVE_ERROR_CODES);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lumiglyph errors</title>
<style>
${ERROR_PAGE_STYLE}
</style>
</head>
<body>
<header>
<h1>Lumiglyph errors</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of those below and stays the same within ${VERSION.replace(/\d+$/, "x")}; its <code>detail</code> says what is wrong with that one request, and <code>errors</code> lists each faulty field.</p>
<nav aria-label="Statuses">
${groups.map(({ status }) => `<a href="#status-${status}">${status}</a>`).join("\n")}
</nav>
</header>
<main>
${groups.map(section).join("\n")}${idleSection()}
</main>
</body>
</html>
`;
};

const section = ({ status, codes }: StatusGroup): string => `<section aria-labelledby="status-${status}">
<h2 id="status-${status}"><b>${status}</b> ${STATUS_NAMES[status]}</h2>
${codes.map(entry).join("\n")}
</section>`;

const idleSection = (): string =>
  IDLE_ERROR_CODES.length === 0
    ? ""
    : `
<section aria-labelledby="not-answered-yet">
<h2 id="not-answered-yet"><b>Not answered yet</b></h2>
<p>These codes are fixed, but nothing in this release answers with them.</p>
${IDLE_ERROR_CODES.map(entry).join("\n")}
</section>`;

const entry = (code: ErrorCode): string => `<article id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p><strong>${inline(ERRORS[code].title)}.</strong> ${inline(ERRORS[code].says)}</p>
</article>`;

/** Text of a table as HTML: backticks become code. */
const inline = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/`([^`]+)`/g, "<code>$1</code>");
