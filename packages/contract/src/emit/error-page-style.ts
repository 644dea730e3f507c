/** How the error page looks: one column, light or dark as the reader's system is. */
export const ERROR_PAGE_STYLE = `:root {
  --paper: #fbfaf7;
  --ink: #23211d;
  --faint: #6b665c;
  --line: #e3dfd5;
  --glow: #9a4f00;
  --mark: #fff1d6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12130f;
    --ink: #e5e5e5;
    --faint: #a09c90;
    --line: #2c2d27;
    --glow: #ffb454;
    --mark: #2b2413;
  }
}
html { background: var(--paper); color: var(--ink); scroll-padding-top: 1rem; }
body { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; font: 1rem/1.6 system-ui, sans-serif; }
code { font: 0.92em/1.4 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.5rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 2.75rem 0 0.5rem; padding-bottom: 0.35rem; border-bottom: 1px solid var(--line); font-size: 1rem; font-weight: 500; color: var(--faint); }
h2 b { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 1.35rem; color: var(--ink); }
h3 { margin: 0; font-size: 1.05rem; }
p { margin: 0.25rem 0 0; }
a { color: var(--glow); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; text-underline-offset: 0.2em; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-top: 1rem; font-family: ui-monospace, Menlo, Consolas, monospace; }
article { margin: 0 -0.75rem; padding: 0.75rem; border-radius: 0.5rem; }
article:target { background: var(--mark); }`;
