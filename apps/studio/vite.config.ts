import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
// its source, because a bare name would resolve to the built package
import { pagePolicyMeta } from "../service/src/tables/page-policy.ts";
import { licenseTexts } from "./build/license-texts.ts";

/** Puts the policy into the page, for hosts that send none. Not while developing: Vite's own scripts would be refused. */
const pagePolicy: Plugin = {
  name: "page-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: pagePolicyMeta() },
      injectTo: "head-prepend",
    },
  ],
};

/**
 * Loads a chunk together with its style sheet. Vite's own helper also preloads scripts and supports nonces, which are not
 * needed here, at three times the size.
 */
const chunkLoader: Plugin = {
  name: "chunk-loader",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? CHUNK_LOADER : null),
};

const CHUNK_LOADER = `
const loadStyle = (address) => new Promise((resolve, reject) => {
  // the page's own sheet is listed too; loading it again would put it after the others
  if ([...document.querySelectorAll("link")].some(({ href }) => href === address)) return resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  link.onload = resolve;
  link.onerror = () => { link.remove(); reject(); };
  document.head.append(link);
});
export const __vitePreload = (load, styles = [], base) =>
  Promise.all(styles.map((style) => loadStyle(new URL(style, base).href))).then(load);`;

/** Puts the first load into one file: it compresses better and takes one request. */
const inOneFile = (name: string) => ({ name, tags: ["$initial" as const], test: /^(?!.*service-worker)/ });

const SERVICE_WORKER = fileURLToPath(new URL("src/app/service-worker.ts", import.meta.url));

/** Builds the service worker that makes the page available offline, and injects the list of all other files. */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  enforce: "post",
  buildStart() {
    this.emitFile({ type: "chunk", id: SERVICE_WORKER, fileName: "sw.js" });
  },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const { "sw.js": worker, "index.html": page, ...parts } = bundle;
      if (worker?.type !== "chunk" || page?.type !== "asset")
        throw new Error("The page or its service worker is missing.");
      const names = Object.keys(parts).toSorted();
      const name = createHash("sha256").update(names.join()).update(page.source).digest("hex").slice(0, 12);
      worker.code = `const BUILT_FILES=${JSON.stringify(names)},BUILT_NAME="${name}";${worker.code}`;
    },
  },
};

/**
 * Code that reading and writing videos share is a separate chunk: the bundler would otherwise join
 * it with all readers, beyond the limit of 65 kB per chunk. These modules import no others, so the
 * chunks do not depend on each other.
 */
const MEDIA_BASE = {
  name: "media-base",
  test: /mediabunny.dist.modules.(shared.|src.(codec|codec-data|misc|metadata|logging|packet|sample|version)\.js)/,
};

const licenses = licenseTexts("licenses.txt");

/**
 * The studio as static files for any host and any folder: no absolute URLs, and no inlined code
 * that a strict CSP would block.
 */
export default defineConfig({
  base: "./",
  resolve: { conditions: ["@lumiglyph/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: {
    format: "es",
    plugins: () => [licenses.note],
    rolldownOptions: { output: { codeSplitting: { groups: [inOneFile("worker"), MEDIA_BASE] } } },
  },
  plugins: [pagePolicy, chunkLoader, licenses.note, licenses.write, offline],
  build: {
    // keep light-dark(), container queries and OKLCH as written
    target: ["chrome123", "edge123", "firefox125", "safari17.5"],
    assetsInlineLimit: 0,
    // the page preloads on-demand chunks itself, see app/load-ahead.ts
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [inOneFile("studio")] } } },
  },
});
