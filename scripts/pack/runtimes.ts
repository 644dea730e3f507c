import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { publishedPackages, ROOT } from "./published.ts";
import { capture, INSTALL } from "./run-program.ts";

/** A program from npm that runs JavaScript, and its arguments before a file. */
type Runtime = { readonly name: string; readonly version: string; readonly words: readonly string[] };

export const RUNTIMES: readonly Runtime[] = [
  { name: "node", version: "22.23.3", words: [] },
  { name: "node", version: "24.21.0", words: [] },
  { name: "node", version: "26.10.0", words: [] },
  { name: "bun", version: "1.4.4", words: [] },
  { name: "deno", version: "2.9.6", words: ["run", "--allow-all"] },
];

/** Where to install runtimes, a project with our packages in it, and an example of the library. */
type Places = { readonly work: string; readonly project: string; readonly example: string };

type Check = readonly [title: string, run: () => readonly string[] | Promise<readonly string[]>];

/**
 * Checks that every runtime does what this Node does: draw with the library and each command, and
 * leave its host alone.
 */
export const checksOf = (runtime: Runtime, places: Places): readonly Check[] => {
  const { project, example } = places;
  const version = `${runtime.name} ${runtime.version}`;
  const here: Program = { file: process.execPath, words: [] };
  const there = (): Program => install(runtime, places);
  const bin = (name: string, file: string): string => join(project, "node_modules", name, file);
  const command = bin("lumiglyph", "dist/bin/lumiglyph.js");
  const tool = bin("lumiglyph-mcp", "dist/main.js");
  const same = (words: readonly string[]) => (): readonly string[] =>
    differing(run(there(), words, project), run(here, words, project));
  const sameTool = (words: readonly string[]) => async (): Promise<readonly string[]> =>
    differing(await askTool(there(), words, project), await askTool(here, words, project));
  return [
    [`${version}: the library's example prints the same`, () => same([writeIn(project, "runtime.mjs", example)])()],
    [`${version}: every entry point can be imported`, () => faultsOfImports(there(), project)],
    [`${version}: import and draw change nothing in an app's process`, () => faultsOfHost(there(), project)],
    [`${version}: lumiglyph koi.png prints the same`, same([command, "koi.png", "--columns", "60"])],
    [
      `${version}: lumiglyph prints the same in color, in threads`,
      same([command, "koi.png", "photo.png", "--format", "ansi", "--color", "-j", "2"]),
    ],
    [`${version}: lumiglyph-mcp draws the same in the folder that it is started in`, sameTool([tool])],
    [`${version}: lumiglyph mcp draws the same`, sameTool([command, "mcp", "--root", "."])],
    [`${version}: lumiglyph serve starts, or says what it needs`, () => faultsOfServe(there(), command, project)],
  ];
};

type Program = { readonly file: string; readonly words: readonly string[] };

const installed = new Map<string, Program>();

const install = ({ name, version, words }: Runtime, { work, project }: Places): Program => {
  const folder = join(work, `${name}-${version}`);
  const known = installed.get(folder);
  if (known !== undefined) return known;
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: { [name]: version } }));
  capture("npm", INSTALL, folder);
  copyFileSync(join(ROOT, "fixtures/koi.png"), join(project, "koi.png"));
  const program = { file: join(folder, "node_modules/.bin", name), words };
  installed.set(folder, program);
  return program;
};

const writeIn = (folder: string, name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

/** This repository's `--conditions` would resolve to sources. */
const environmentOf = ({ file }: Program) => ({
  ...process.env,
  NODE_OPTIONS: "",
  PATH: `${dirname(file)}:${process.env["PATH"]}`,
  // the slowest of them renders a picture in seconds on a busy machine
  SERVICE_RENDER_DEADLINE_MS: "60000",
});

const run = (program: Program, words: readonly string[], cwd: string): string =>
  capture(program.file, [...program.words, ...words], cwd, { NODE_OPTIONS: "" });

const differing = (printed: string, expected: string): readonly string[] =>
  printed === expected && printed.length > 500 ? [] : [`It printed ${printed.slice(0, 500)}`];

/** Imports what packages export; the service is for Node 26, and its tool for all. */
const faultsOfImports = (program: Program, project: string): readonly string[] => {
  const names = publishedPackages().flatMap(({ name, folder }) => {
    const { exports = {} } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    const modules = Object.keys(exports).filter((path) => typeof exports[path] === "object");
    const entries = modules.map((path) => `${name}${path.slice(1)}`);
    return name === "@lumiglyph/service" ? [`${name}/mcp`] : entries;
  });
  const lines = [...names.map((name) => `await import("${name}");`), `console.log("${names.length} imported");`];
  const printed = run(program, [writeIn(project, "imports.mjs", lines.join("\n"))], project);
  return printed === `${names.length} imported\n` && names.length > 12 ? [] : [`It printed ${printed}`];
};

/** Runs an app that uses sharp itself. */
const faultsOfHost = (program: Program, project: string): readonly string[] => {
  const app = writeIn(project, "app.mjs", readFileSync(join(ROOT, "scripts/pack/leaves-host.mjs"), "utf8"));
  const { imported, drawn, checked, text: art } = JSON.parse(run(program, [app, "koi.png"], project));
  console.log(`        ${checked} facts compared, ${imported.length + drawn.length} differ`);
  return [...imported, ...drawn, ...(checked > 400 && art.includes("\x1b[38;2;") ? [] : ["It compared too little."])];
};

/** Draws a picture through the tool over standard input and output, and returns the art. */
const askTool = async (program: Program, words: readonly string[], cwd: string): Promise<string> => {
  const child = spawn(program.file, [...program.words, ...words], { cwd, env: environmentOf(program) });
  const exit = once(child, "exit");
  const errors = text(child.stderr);
  const killed = setTimeout(() => child.kill("SIGKILL"), 90_000);
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "pack-check", version: "1" } };
  send({ id: 1, method: "initialize", params: client });
  send({ method: "notifications/initialized" });
  const call = { name: "render_ascii", arguments: { imagePath: "koi.png", columns: 60 } };
  send({ id: 2, method: "tools/call", params: call });
  let art = "";
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id !== 2) continue;
    art = result.isError === true ? "" : result.content[0].text;
    if (art === "") throw new Error(line);
    child.stdin.end();
  }
  const [code] = await exit;
  clearTimeout(killed);
  if (code !== 0 || art === "" || (await errors) !== "") throw new Error(`It ended with ${code}: ${await errors}`);
  return art;
};

/**
 * On Node 26 it serves, see `faultsOfServing`; elsewhere it must explain in one sentence why not.
 */
const faultsOfServe = (program: Program, command: string, cwd: string): readonly string[] => {
  const version = run(program, [writeIn(cwd, "version.mjs", VERSION_NOW)], cwd).trim();
  if (version.startsWith("Node 26.")) return [];
  const { status, stderr } = spawnSync(program.file, [...program.words, command, "serve", "--port", "0"], {
    cwd,
    env: environmentOf(program),
    encoding: "utf8",
    timeout: 60_000,
  });
  const sentence = `The Lumiglyph service needs Node 26 or newer; this is ${version}.\n`;
  return status === 1 && stderr === sentence ? [] : [`It ended with ${status}: ${stderr}`];
};

const VERSION_NOW = `const { bun, deno, node } = process.versions;
console.log(bun ? \`Bun \${bun}\` : deno ? \`Deno \${deno}\` : \`Node \${node}\`);
`;
