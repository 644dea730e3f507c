import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { parse } from "yaml";
import { type Published, publishedPackages, ROOT } from "./pack/published.ts";
import { capture, INSTALL } from "./pack/run-program.ts";
import { checksOf, RUNTIMES } from "./pack/runtimes.ts";

/**
 * Packs every package as published, checks the tarballs, installs them into an empty project and runs the examples of their
 * READMEs there. Needs a build.
 */

/** A package as npm would publish it. */
/**
 * The input of attw: modules, not files for pages to fetch. Null for a package with only a command.
 */
const modulesOf = ({ folder }: Published): readonly string[] | null => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as {
    exports?: { readonly [name: string]: unknown };
  };
  if (exports === undefined) return null;
  const files = Object.keys(exports).filter((name) => /\.(?:wasm|bin)$/.test(name));
  return files.length === 0 ? [] : ["--exclude-entrypoints", ...files];
};

type Tarball = Published & { readonly path: string; readonly files: readonly string[] };

/** A pattern in the output of each README's examples. */
const PRINTED: { readonly [name: string]: RegExp } = {
  "@lumiglyph/contract": /`gamma`/,
  "@lumiglyph/decode": /^(?:.{60}\n){30,}/m,
  "@lumiglyph/element": /^<lumi-glyph src="\/photo.png" .* fit style="display:block/,
  "@lumiglyph/engine": /^(?:.{48}\n){16}/m,
  "@lumiglyph/handoff": /^\.:@:\. {3}$/m,
  "@lumiglyph/service": /http:.*json-compact/s,
  "lumiglyph-mcp": /^$/,
  lumiglyph: /^-c, --columns N$.*^(?:.{80}\n){20,}.*parameter_invalid /ms,
};

/** The oldest supported compiler, with types for Node that it can read. */
const OLDEST = { typescript: "5.5.4", "@types/node": "22.20.5" };

/** For the examples that are React components. */
const REACT = { react: "19.3.1", "@types/react": "19.3.0" };

/** Maximum bytes of the element's script, gzipped, with all that it always loads. */
const MOST_ELEMENT = 48_000;

/** Maximum size of an installation for drawing. */
const ALONE = { packages: 15, bytes: 30_000_000 } as const;

const STRAY = /\.test\.|\/testing\/|node_modules|tsbuildinfo|tsconfig|(?:^|\/)\.[^/]/;

const work = mkdtempSync(join(tmpdir(), "lumiglyph-pack-"));
const project = join(work, "project");
let failed = 0;
try {
  const tarballs = packAll(publishedPackages());
  for (const tarball of tarballs) {
    await check(`${tarball.name} has the right files`, () => faultsIn(tarball));
    await check(`${tarball.name} by publint`, () => runTool("publint", ["run", tarball.path, "--strict"]));
    const modules = modulesOf(tarball);
    if (modules === null) continue;
    await check(`${tarball.name} by arethetypeswrong`, () =>
      runTool("attw", [tarball.path, "--profile", "esm-only", "--no-emoji", ...modules]),
    );
  }
  await check("the element's bundle is small", faultsOfElement);
  installInto(project, tarballs, REACT);
  await check("every README's examples compile in an empty project, with TypeScript 5.5 and the newest", () =>
    compileExamples(tarballs),
  );
  for (const { name } of tarballs) {
    await check(`${name}'s examples run in an empty project`, () => {
      const printed = runExamples(name);
      return PRINTED[name]?.test(printed) ? [] : [`They printed: ${printed}`];
    });
  }
  await check("lumiglyph serve runs in an empty project, with the studio", faultsOfServing);
  await check("the example for a workflow runs in an empty project", faultsOfWorkflow);
  if (process.argv.includes("--runtimes")) {
    const [example] = examplesOf("lumiglyph", "js");
    for (const runtime of RUNTIMES) {
      for (const [title, run] of checksOf(runtime, { work, project, example: example! })) await check(title, run);
    }
  }
  await check("lumiglyph alone is small, draws, and says what else to install", () => faultsOfAlone(tarballs));
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a check and prints the result; any fault returned or thrown fails it. */
async function check(name: string, run: () => readonly string[] | Promise<readonly string[]>): Promise<void> {
  const started = performance.now();
  const faults = await (async () => run())().catch((error: unknown) => [String(error)]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? "passes" : "FAILS "}  ${name}, ${seconds} s`);
  for (const fault of faults) console.log(`        ${fault}`);
  if (faults.length > 0) failed++;
}

function runTool(name: string, args: readonly string[]): readonly string[] {
  capture(join(ROOT, "node_modules/.bin", name), args, ROOT);
  return [];
}

function packAll(packages: readonly Published[]): readonly Tarball[] {
  type Packed = { readonly name: string; readonly filename: string; readonly files: readonly { path: string }[] };
  const workspaces = packages.flatMap(({ name }) => ["--workspace", name]);
  const printed = capture("npm", ["pack", "--json", "--silent", "--pack-destination", work, ...workspaces], ROOT);
  const packed = Object.values(JSON.parse(printed) as readonly Packed[] | { readonly [name: string]: Packed });
  return packages.map((each) => {
    const found = packed.find(({ name }) => name === each.name);
    if (found === undefined) throw new Error(`${each.name} was not packed.`);
    return { ...each, path: join(work, found.filename), files: found.files.map(({ path }) => path) };
  });
}

function faultsIn({ name, files }: Tarball): readonly string[] {
  const main = name === "lumiglyph-mcp" ? ["dist/main.js"] : ["dist/index.js", "dist/index.d.ts", "src/index.ts"];
  const needed = ["package.json", "README.md", "LICENSE", ...main];
  if (name === "lumiglyph") needed.push("dist/browser.d.ts", "dist/bin/lumiglyph.js", "man/lumiglyph.1");
  if (name === "@lumiglyph/service")
    needed.push("dist/documents/documents.js", "studio/index.html", "studio/licenses.txt");
  const sourceOf = (file: string): string => file.replace(/^dist/, "src").replace(/\.js$/, ".ts");
  const modules = files.filter((file) => /^dist\/(?!bin\/|bundle\/).*\.js$/.test(file));
  return [
    ...needed.filter((file) => !files.includes(file)).map((file) => `${name} has no ${file}.`),
    ...files
      .filter((file) => STRAY.test(file))
      .map((file) => `${name} has ${file}, which does not belong in a package.`),
    ...(name === "@lumiglyph/service" ? [] : files.filter((file) => /openapi|^dist\/documents\//.test(file))).map(
      (file) => `${name} has ${file}: documents belong in the service's package only.`,
    ),
    ...modules
      .filter((file) => !files.includes(sourceOf(file)))
      .map((file) => `${name} has ${file} without its source.`),
  ];
}

/** Installs the tarballs into a new folder, as a user would, with what else their examples import. */
function installInto(folder: string, tarballs: readonly Tarball[], others = {}): void {
  mkdirSync(folder);
  const dependencies = { ...Object.fromEntries(tarballs.map(({ name, path }) => [name, `file:${path}`])), ...others };
  const manifest = { name: "example", version: "1.0.0", private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  copyFileSync(join(ROOT, "fixtures/portrait.png"), join(folder, "photo.png"));
  capture("npm", [...INSTALL, "--ignore-scripts"], folder);
}

/** The code blocks of an installed package's README in this language. */
function examplesOf(name: string, language: "js" | "sh" | "ts"): readonly string[] {
  const readme = readFileSync(join(project, "node_modules", name, "README.md"), "utf8");
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block!);
}

/** Compiles every example, with all declarations it imports, with the oldest and the newest compiler. */
function compileExamples(tarballs: readonly Tarball[]): readonly string[] {
  const files = tarballs.flatMap(({ name }) =>
    [...examplesOf(name, "js"), ...examplesOf(name, "ts")].map((block, at) => {
      const file = `${name.split("/").at(-1)}-${at}.ts`;
      writeFileSync(join(project, file), block);
      return file;
    }),
  );
  const oldest = join(project, "oldest");
  mkdirSync(oldest);
  writeFileSync(join(oldest, "package.json"), JSON.stringify({ private: true, dependencies: OLDEST }));
  capture("npm", INSTALL, oldest);
  const flags = ["--strict", "--noEmit", "--module", "nodenext", "--types", "node"];
  for (const [folder, target] of [
    [oldest, "es2023"],
    [ROOT, "es2024"],
  ] as const) {
    const modules = join(folder, "node_modules");
    const roots = ["--typeRoots", join(modules, "@types"), "--lib", `${target},dom,dom.iterable`];
    capture(join(modules, ".bin/tsc"), [...flags, "--target", target, ...roots, ...files], project);
  }
  return [];
}

/** Runs every example of a package and returns the output. Throws if one fails. */
function runExamples(name: string): string {
  const path = [join(project, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  // this repository's `--conditions` would resolve to sources
  const run = (program: string, ...args: readonly string[]): string =>
    capture(program, args, project, { PATH: path, NODE_OPTIONS: "" });
  const scripts = examplesOf(name, "sh").map((block) => run("bash", "-euo", "pipefail", "-c", block));
  const modules = examplesOf(name, "js").map((block, at) => {
    const file = `${name.split("/").at(-1)}-${at}.mjs`;
    writeFileSync(join(project, file), block);
    return run("node", file);
  });
  return [...scripts, ...modules].join("");
}

/** Follows the imports of the element's bundle, other than those that are loaded on demand. */
function faultsOfElement(): readonly string[] {
  const folder = join(ROOT, "packages/element/dist/bundle");
  const loaded = new Set(["lumi-glyph.js"]);
  const texts = [...loaded].map((file) => readFileSync(join(folder, file), "utf8"));
  for (const text of texts) {
    for (const [, file] of text.matchAll(/from\s*["'`]\.\/([^"'`]+)["'`]/g)) {
      if (loaded.has(file!)) continue;
      loaded.add(file!);
      texts.push(readFileSync(join(folder, file!), "utf8"));
    }
  }
  const bytes = gzipSync(texts.join(""), { level: 9 }).length;
  console.log(`        ${(bytes / 1000).toFixed(1)} kB gzipped: ${[...loaded].join(", ")}`);
  return bytes <= MOST_ELEMENT ? [] : [`It is ${bytes} bytes.`];
}

/** Runs the commands of `examples/github`, except the push, in a separate repository. */
function faultsOfWorkflow(): readonly string[] {
  const env = { NODE_OPTIONS: "" };
  const { jobs } = parse(readFileSync(join(ROOT, "examples/github/art.yml"), "utf8"));
  const steps: readonly { readonly run?: string }[] = jobs.draw.steps;
  const commands = steps.flatMap(({ run }) => (run === undefined || run.startsWith("git push") ? [] : [run]));
  capture("git", ["init", "--quiet"], project);
  for (const command of commands) capture("bash", ["-euo", "pipefail", "-c", command], project, env);
  const [dark, light] = ["dark", "light"].map((theme) => readFileSync(join(project, `art/photo-${theme}.svg`), "utf8"));
  return [
    dark !== light && dark!.includes("<svg") && light!.includes("<svg") ? "" : "The two themes are the same.",
    capture("git", ["log", "--format=%s"], project) === "Draw photo.png\n" ? "" : "Nothing was committed.",
  ].filter(Boolean);
}

/** Installs only the packages for drawing. */
function faultsOfAlone(tarballs: readonly Tarball[]): readonly string[] {
  const folder = join(work, "alone");
  const needed = ["lumiglyph", "@lumiglyph/contract", "@lumiglyph/decode", "@lumiglyph/engine"];
  installInto(
    folder,
    tarballs.filter(({ name }) => needed.includes(name)),
  );
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  const names = Object.keys(packages);
  const files = globSync("node_modules/**/*", { cwd: folder, withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  console.log(`        ${names.length} packages, ${(bytes / 1e6).toFixed(1)} MB`);
  const env = { NODE_OPTIONS: "" };
  const art = capture("npx", ["lumiglyph", "photo.png", "--columns", "60"], folder, env);
  const serving = spawnSync("npx", ["lumiglyph", "serve"], { cwd: folder, env: { ...process.env, ...env } });
  return [
    names.length <= ALONE.packages ? "" : `It installs ${names.length} packages: ${names.join(", ")}.`,
    bytes <= ALONE.bytes ? "" : `It installs ${bytes} bytes.`,
    ...names.filter((name) => /opentelemetry|redis|zod|fastify/.test(name)).map((name) => `It installs ${name}.`),
    /^(?:.{60}\n){20,}$/.test(art) ? "" : `lumiglyph photo.png printed: ${art}`,
    serving.status === 2 ? "" : `serve ended with ${serving.status}: ${serving.stderr}`,
  ].filter(Boolean);
}

/** Starts the installed `lumiglyph serve`, requests its health, the studio and its script, and stops it. */
async function faultsOfServing(): Promise<readonly string[]> {
  const program = join(project, "node_modules/.bin/lumiglyph");
  const env = { PATH: process.env["PATH"], SERVICE_WORKERS: "1", SERVICE_LOG_LEVEL: "warn" };
  const child = spawn(program, ["serve", "--port", "0"], { cwd: project, env });
  const exit = once(child, "exit");
  const errors = text(child.stderr);
  try {
    const [line] = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), exit]);
    const url = /http:\S+/.exec(String(line))?.[0];
    if (url === undefined) return [`lumiglyph serve printed: ${line} ${await errors}`];
    const health = await fetch(`${url}/api/health`);
    const page = await fetch(`${url}/`);
    const html = await page.text();
    const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1];
    const asset = script === undefined ? null : await fetch(new URL(script, `${url}/`));
    child.kill("SIGTERM");
    const [code] = await exit;
    return [
      health.status === 200 ? "" : `/api/health is a ${health.status}.`,
      page.status === 200 && html.includes("<title>") ? "" : `/ is a ${page.status} without the studio.`,
      asset?.status === 200 ? "" : `The studio's script ${script} is a ${asset?.status}.`,
      code === 0 ? "" : `lumiglyph serve ended with ${code}: ${await errors}`,
    ].filter(Boolean);
  } finally {
    child.kill("SIGKILL");
  }
}
