import { build, defaultClientConditions, type Rolldown } from "vite";

/** A file of the studio as served to a browser. */
export type StudioFile = { readonly type: string; readonly body: string | Uint8Array };

/** A page's module and everything it loads, by path, built like the studio: Worker, chunks and files. */
export const bundleStudio = async (entry: URL): Promise<ReadonlyMap<string, StudioFile>> => {
  const built = (await build({
    configFile: false,
    logLevel: "silent",
    base: "./",
    resolve: { conditions: ["@lumiglyph/source", ...defaultClientConditions] },
    worker: { format: "es" },
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: { page: entry.pathname },
        output: { entryFileNames: "[name].js" },
        preserveEntrySignatures: "strict",
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(built.output.map((file) => [`/${file.fileName}`, fileOf(file)]));
};

const fileOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): StudioFile => {
  const type = file.fileName.endsWith(".js") ? "text/javascript" : "application/octet-stream";
  return { type, body: file.type === "chunk" ? file.code : file.source };
};
