/** How the error page looks beyond any page: one column. */
export const ERROR_PAGE_STYLE = `body { max-width: 720px; margin: 0 auto; padding: 40px 20px 80px; }
header p { margin-top: 12px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 16px; font-family: var(--mono); font-size: 13px; }
h2 { margin: 48px 0 8px; padding-bottom: 8px; border-bottom: 1px solid var(--line); font-size: 15px; line-height: 24px; font-weight: 500; color: var(--muted); letter-spacing: 0; }
h2 b { margin-right: 6px; font-family: var(--mono); font-size: 20px; }
h3 a { text-decoration: none; }
h3 a:hover { text-decoration: underline; }
article { margin: 0 -12px; padding: 12px; border-radius: 10px; }
article:target { background: var(--field); box-shadow: inset 3px 0 var(--accent); }`;
