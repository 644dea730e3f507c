import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The fields of a package's manifest that are used. */
type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
};

/**
 * Writes the licenses of every package that the built page's scripts, Workers, styles or fonts come from. Vite's own list
 * covers neither Workers nor fonts.
 *
 * `note` goes into every bundle, `write` into the page's, which is built last.
 */
export const licenseTexts = (fileName: string): { readonly note: Plugin; readonly write: Plugin } => {
  const packages = new Set<string>();
  const note: Plugin = {
    name: "note-licenses",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === "chunk" ? Object.keys(part.modules) : part.originalFileNames.map((name) => join(ROOT, name)),
      );
      for (const file of files) {
        const folder = PACKAGE.exec(file)?.[0];
        if (folder !== undefined) packages.add(folder);
      }
    },
  };
  const write: Plugin = {
    name: "write-licenses",
    apply: "build",
    generateBundle() {
      const texts = [...packages].toSorted().map(textOf);
      this.emitFile({ type: "asset", fileName, source: `${texts.join(RULE)}\n` });
    },
  };
  return { note, write };
};

const ROOT = join(import.meta.dirname, "..");

/** The folder of a file's package, unless it is one of ours. */
const PACKAGE = /^[^\0].*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

const RULE = `\n\n${"-".repeat(80)}\n\n`;

/** A package's name, license and repository, then the license text. */
const textOf = (folder: string): string => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const { name, version, license, repository } = manifest;
  const [file] = globSync("{LICENSE,LICENCE,COPYING}*", { cwd: folder });
  if (file === undefined || license === undefined) throw new Error(`${name} has no license file.`);
  const source = typeof repository === "string" ? repository : (repository?.url ?? "");
  return `${name} ${version}, ${license}\n${source}\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
};
