import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
// its source, because a bare name would ask for the built package
import { pagePolicyMeta } from "../../packages/contract/src/page-policy.ts";
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
 * What fetches a part of the page together with its style sheet. Vite's own also preloads scripts and knows nonces, which
 * nothing here has, in three times the bytes.
 */
const partLoader: Plugin = {
  name: "part-loader",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? PART_LOADER : null),
};

const PART_LOADER = `
const wear = (address) => new Promise((resolve, reject) => {
  // the page's own sheet is among them, and must not come a second time, over the others
  if ([...document.querySelectorAll("link")].some(({ href }) => href === address)) return resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  link.onload = resolve;
  link.onerror = () => { link.remove(); reject(); };
  document.head.append(link);
});
export const __vitePreload = (load, styles = [], base) =>
  Promise.all(styles.map((style) => wear(new URL(style, base).href))).then(load);`;

/** What is loaded first, in one file: it packs better, and is asked for once. */
const inOnePiece = (name: string) => ({ name, tags: ["$initial" as const], test: /^(?!.*service-worker)/ });

const SERVICE_WORKER = fileURLToPath(new URL("src/offline/service-worker.ts", import.meta.url));

/** Builds what keeps the page for times without a network, and tells it all the other files. */
const keptOffline: Plugin = {
  name: "kept-offline",
  apply: "build",
  enforce: "post",
  buildStart() {
    this.emitFile({ type: "chunk", id: SERVICE_WORKER, fileName: "sw.js" });
  },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const { "sw.js": keeper, "index.html": page, ...parts } = bundle;
      if (keeper?.type !== "chunk" || page?.type !== "asset") throw new Error("The page or its keeper is missing.");
      const names = Object.keys(parts).toSorted();
      const name = createHash("sha256").update(names.join()).update(page.source).digest("hex").slice(0, 12);
      keeper.code = `const BUILT_FILES=${JSON.stringify(names)},BUILT_NAME="${name}";${keeper.code}`;
    },
  },
};

/**
 * What reading and writing of videos share is a part of its own: by itself the bundler would join it with all that reads, and
 * no part is to be larger than 65 kB. These modules need no other one, so that the parts do not need each other.
 */
const MEDIA_BASE = {
  name: "media-base",
  test: /mediabunny.dist.modules.(shared.|src.(codec|codec-data|misc|metadata|logging|packet|sample|version)\.js)/,
};

const licenses = licenseTexts("licenses.txt");

/** The studio as static files for any host and any folder: nothing absolute, nothing inlined that a strict CSP would stop. */
export default defineConfig({
  base: "./",
  resolve: { conditions: ["@lumiglyph/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: {
    format: "es",
    plugins: () => [licenses.note],
    rolldownOptions: { output: { codeSplitting: { groups: [inOnePiece("darkroom"), MEDIA_BASE] } } },
  },
  plugins: [pagePolicy, partLoader, licenses.note, licenses.write, keptOffline],
  build: {
    // light-dark(), container queries and OKLCH stay as they are written
    target: ["chrome123", "edge123", "firefox125", "safari17.5"],
    assetsInlineLimit: 0,
    // what is fetched later is fetched ahead by the page itself, see chrome/load-ahead.ts
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [inOnePiece("studio")] } } },
  },
});
