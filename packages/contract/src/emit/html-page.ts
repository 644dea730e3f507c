import { ENDPOINTS } from "../endpoints.ts";
import { escapeHtml } from "./markup.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** A page's own parts. */
type PageParts = { readonly title: string; readonly style: string; readonly body: string };

/** A standalone page: no script, one style sheet inside, a link to the machine-readable description (RFC 8631). */
export const htmlPage = ({ title, style, body }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="service-desc" type="application/json" href="${ENDPOINTS.openapi.path}">
<style>
${PAGE_STYLE}
${style}
</style>
</head>
<body>
${body}
</body>
</html>
`;
