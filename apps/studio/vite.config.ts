import { defaultClientConditions, defineConfig, type Plugin } from "vite";

/** The policy that the service sends with the page, without `frame-ancestors`: only a header can say that. A test compares them. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types studio-worker",
].join("; ");

/** Puts the policy into the page, for hosts that send none. Not while developing: Vite's own scripts would be refused. */
const pagePolicy: Plugin = {
  name: "page-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: PAGE_POLICY }, injectTo: "head-prepend" },
  ],
};

/** The studio as static files for any host and any folder: nothing absolute, nothing inlined that a strict CSP would stop. */
export default defineConfig({
  base: "./",
  resolve: { conditions: ["@lumiglyph/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  plugins: [pagePolicy],
  build: {
    // light-dark(), container queries and OKLCH stay as they are written
    target: ["chrome123", "edge123", "firefox125", "safari17.5"],
    assetsInlineLimit: 0,
    // what is fetched later is fetched ahead by the page itself, see chrome/load-ahead.ts
    modulePreload: false,
    reportCompressedSize: false,
  },
});
