import { defaultClientConditions, defineConfig, type Plugin } from "vite";

/** The page may run, style and fetch what its own origin serves, and nothing else. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * Adds the policy to the built page, for hosts that send none. Not in development, where it would block Vite's scripts.
 */
const pagePolicy: Plugin = {
  name: "page-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: PAGE_POLICY }, injectTo: "head-prepend" },
  ],
};

/** The receiver as static files for any host and folder. */
export default defineConfig({
  base: "./",
  resolve: { conditions: ["@lumiglyph/source", ...defaultClientConditions] },
  plugins: [pagePolicy],
  build: {
    target: ["chrome123", "edge123", "firefox125", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
});
