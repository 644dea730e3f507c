import { createServer, type Server } from "node:http";
import type { Studio } from "@lumiglyph/service";
import { rolldown } from "rolldown";
import { studioFile } from "../../../apps/service/src/studio/studio-file.ts";

/** The name of a script in `pages/`. */
export type PageScript =
  | "producer"
  | "plain-receiver"
  | "slow-receiver"
  | "silent-receiver"
  | "hostile-receiver"
  | "hostile-studio";

/** A page with only a script, built from the sources. */
export const scriptPage = async (name: PageScript) => {
  const script = await bundle(name);
  const page = (target: string, studios: readonly string[]): string =>
    `<!doctype html><title>${name}</title><link rel="icon" href="data:,"><meta name="handoff-target" content="${target}">
    <meta name="studios" content="${studios.join(" ")}"><script type="module" src="./assets/page.js"></script>`;
  return {
    /** Served like the studio, with the same headers. */
    files: (target: string): Studio => [
      studioFile("index.html", Buffer.from(page(target, []))),
      studioFile("assets/page.js", Buffer.from(script)),
    ],
    /** Served like a third-party site that follows the manifest. */
    server: (studios: readonly string[], headers: { readonly [name: string]: string } = {}): Server =>
      createServer(({ url = "/" }, response) => {
        const isScript = url.startsWith("/assets/page.js");
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
        response.end(isScript ? script : page(targetIn(url), studios));
      }),
  };
};

/** The receiver in the page's query: only test pages read it, never the studio. */
const targetIn = (url: string): string => new URL(url, "http://page").searchParams.get("target") ?? "";

const bundle = async (name: PageScript): Promise<string> => {
  const build = await rolldown({
    input: new URL(`../pages/${name}.ts`, import.meta.url).pathname,
    platform: "browser",
    resolve: { conditionNames: ["@lumiglyph/source"] },
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  return output[0].code;
};
