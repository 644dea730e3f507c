import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishedPackages, ROOT } from "../../scripts/pack/published.ts";
import { capture } from "../../scripts/pack/run-program.ts";

/** An installed tool: its version, and a call that renders a file and returns the output. */
export type Program = {
  readonly version: string;
  readonly draw: (words: readonly string[], file: string) => string;
};

/** Where a tool comes from. */
export type Source = {
  /** The program's name on a command line. */
  readonly program: string;
  /** How to install it. */
  readonly remedy: string;
  /** Finds or installs it; null if this machine cannot run it. */
  readonly find: () => Program | null;
};

/** Our own command line, as it is published. */
export const builtCli: Source = {
  program: "lumiglyph",
  remedy: "npm run build",
  find: () => {
    const main = join(ROOT, "packages/lumiglyph/dist/bin/lumiglyph.js");
    const published = publishedPackages().find(({ name }) => name === "lumiglyph");
    if (!existsSync(main) || published === undefined) return null;
    return {
      version: published.version,
      draw: (words, file) => outputOf(process.execPath, [main, ...words, file], ROOT),
    };
  },
};

/** A program on the `PATH`, from the Debian package of that name. */
export const onPath = (program: string, version: RegExp): Source => ({
  program,
  remedy: `apt-get install ${program}`,
  find: () => {
    const { stdout, stderr } = spawnSync(program, ["--version"], { encoding: "utf8" });
    const found = version.exec(`${stdout}${stderr}`)?.[1];
    return found === undefined
      ? null
      : { version: found, draw: (words, file) => outputOf(program, [...words, file], ROOT) };
  },
});

/** An npm package of this exact version, installed outside of the repository and kept for later runs. */
export const fromNpm = (name: string, version: string): Source => ({
  program: "node",
  remedy: `npm install ${name}@${version}`,
  find: () => {
    const folder = join(tmpdir(), "lumiglyph-peers", `${name}-${version}`);
    if (installedAt(folder, name) !== version) install(folder, `${name}@${version}`);
    if (installedAt(folder, name) !== version) return null;
    return { version, draw: (words, file) => outputOf(process.execPath, [...words, file], folder) };
  },
});

const installedAt = (folder: string, name: string): string | null => {
  const manifest = join(folder, "node_modules", name, "package.json");
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")).version as string) : null;
};

/** Install scripts stay off: no third-party code runs before the render. */
const install = (folder: string, wanted: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
  spawnSync("npm", ["install", ...flags, wanted], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
};

/** Clears NODE_OPTIONS: this repository's `--conditions` would resolve to sources. */
const outputOf = (program: string, words: readonly string[], cwd: string): string =>
  capture(program, words, cwd, { NODE_OPTIONS: "", TERM: "dumb" });
