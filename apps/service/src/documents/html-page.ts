import { escapeMarkup } from "@lumiglyph/contract";
import { ENDPOINTS } from "../tables/endpoints.ts";

/** Text of a table as HTML: backticks become code. */
export const inline = (text: string): string => escapeMarkup(text).replace(/`([^`]+)`/g, "<code>$1</code>");

/** The parts that differ between pages. */
type PageParts = { readonly title: string; readonly style: string; readonly body: string };

/** A standalone page: no script, one style sheet inside, a link to the machine-readable description (RFC 8631). */
export const htmlPage = ({ title, style, body }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
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

/** Styles of all pages: colors (light or dark, like the reader's system), type, links, code. */
const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --bg: oklch(0.985 0.002 260);
  --panel: oklch(1 0 0);
  --field: oklch(0.962 0.003 260);
  --hover: oklch(0.945 0.004 260);
  --line: oklch(0.9 0.004 260);
  --line-2: oklch(0.82 0.005 260);
  --edge: oklch(0.6 0.01 260);
  --text: oklch(0.22 0.012 260);
  --text-2: oklch(0.35 0.012 260);
  --muted: oklch(0.49 0.012 260);
  --accent: oklch(0.495 0.145 150);
  --accent-ink: oklch(1 0 0);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: "JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: oklch(0.16 0.01 260);
    --panel: oklch(0.195 0.01 260);
    --field: oklch(0.225 0.011 260);
    --hover: oklch(0.3 0.013 260);
    --line: oklch(0.28 0.012 260);
    --line-2: oklch(0.38 0.013 260);
    --edge: oklch(0.58 0.014 260);
    --text: oklch(0.93 0.006 260);
    --text-2: oklch(0.82 0.008 260);
    --muted: oklch(0.71 0.012 260);
    --accent: oklch(0.86 0.2 145);
    --accent-ink: oklch(0.2 0.05 150);
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--bg); color: var(--text-2); scroll-padding-top: 72px; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; font: 400 15px/24px var(--sans); }
h1, h2, h3 { margin: 0; color: var(--text); font-weight: 600; text-wrap: balance; }
h1 { font-size: 40px; line-height: 44px; letter-spacing: -0.028em; }
h2 { font-size: 24px; line-height: 32px; letter-spacing: -0.015em; }
h3 { font-size: 15px; line-height: 22px; }
p { margin: 0; text-wrap: pretty; }
ul { margin: 0; padding: 0; list-style: none; }
b, strong { color: var(--text); font-weight: 600; }
code, pre, kbd { font-family: var(--mono); font-variant-ligatures: none; font-feature-settings: "calt" 0; }
code { font-size: 0.88em; color: var(--text); overflow-wrap: anywhere; }
a { color: var(--text); text-decoration: underline; text-decoration-color: var(--line-2); text-underline-offset: 0.2em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }`;
