import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FencedBlock, fencedBlocks } from "../../scripts/docs/markdown.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A page whose commands run, by path from the root. */
type Page = { readonly path: string; readonly blocks: readonly FencedBlock[] };

const PAGES: readonly Page[] = ["README.md", ...globSync("docs/{tutorials,how-to}/*.md", { cwd: ROOT }).toSorted()].map(
  (path) => ({ path, blocks: fencedBlocks(readFileSync(join(ROOT, path), "utf8")) }),
);

/** A skipped command: its first words, and the reason. */
type Skipped = { readonly begins: string; readonly why: string };

/** First words of the commands that run. */
const RUN = ["curl ", "printf ", "npm run -s lumiglyph -- ", "npx node tests/evidence/recompute.ts "] as const;

/** Starts the service for all other commands. */
const START = "npm start";

/** All other commands of the pages. */
const SKIPPED: readonly Skipped[] = [
  { begins: "npm ci", why: "already done where tests run" },
  { begins: "npm install lumiglyph", why: "done from its own file by pack:check" },
  { begins: "npm run build", why: "a step of `npm run verify`" },
  {
    begins: "docker compose up",
    why: "no Docker where tests run: tests/deploy/compose.test.ts starts the same services",
  },
  { begins: "kubectl kustomize", why: "tests/deploy/kubernetes.test.ts runs it" },
  { begins: "helm template", why: "tests/deploy/kubernetes.test.ts runs it" },
  { begins: "claude mcp add", why: "a third-party client: tests/mcp/sdk-clients.test.ts connects to that address" },
  { begins: "npx vite my-receiver", why: "tests/handoff/tutorial.test.ts serves that page" },
];

/** Whether a command runs, starts the service, or is skipped; `unknown` if no table lists it. */
const kindOf = (line: string): "run" | "start" | "skipped" | "unknown" => {
  const command = line.replace(/^(?:SERVICE_[A-Z_]+=\S+ )+/, "");
  if (command === START) return "start";
  if (SKIPPED.some(({ begins }) => command.startsWith(begins))) return "skipped";
  return RUN.some((begins) => command.startsWith(begins)) ? "run" : "unknown";
};

/** The commands of a shell block: without comments, continued lines joined, split at `&&`. */
const commandsIn = (block: string): readonly string[] =>
  block
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/(\\|\|)\n\s*/g, (_, joint: string) => (joint === "|" ? "| " : ""))
    .split("\n")
    .flatMap((line) => line.split(" && "))
    .filter((line) => line !== "");

/** A command of a console block and its output. */
type Session = { readonly command: string; readonly output: string };

/** The commands after a `$` in a console block, each with the lines that follow. */
const sessionsIn = (block: string): readonly Session[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => text.replaceAll(/\\\n\s*/g, ""))
    .map((text) => ({ command: text.split("\n", 1)[0]!, output: text.slice(text.indexOf("\n") + 1).trimEnd() }));

const OWN = "@lumiglyph";

/** Prerequisites of commands. */
const COPIED = ["package.json", "tsconfig.base.json", "fixtures", "packages", "apps", "scripts", "tests/evidence"];

/** Files that a clone does not have. */
const BUILT = new Set(["node_modules", "dist", "tsconfig.tsbuildinfo"]);

/** A copy of the repository after `npm ci`, in which commands may write. */
const createScratchRepository = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-docs-"));
  for (const path of COPIED) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (file) => !BUILT.has(basename(file)) });
  }
  linkModules(join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** The installed packages, with the copy's own in place of the repository's. */
const linkModules = (modules: string): void => {
  mkdirSync(join(modules, OWN), { recursive: true });
  // a worker may read the target of a link, but not the link itself
  const installed = realpathSync(join(ROOT, "node_modules"));
  for (const name of readdirSync(installed)) {
    if (name !== OWN && name !== ".cache") symlinkSync(join(installed, name), join(modules, name));
  }
  for (const place of ["packages", "apps"]) {
    for (const name of readdirSync(join(ROOT, place))) {
      symlinkSync(join(modules, "..", place, name), join(modules, OWN, name));
    }
  }
};

/** A service started with `npm start` in a folder: its port, and how to stop it. */
type StartedService = { readonly port: number; readonly stop: () => Promise<void> };

/** Runs `npm start` with only the port and the log level set. */
const startService = async (folder: string): Promise<StartedService> => {
  const env = { PATH: process.env["PATH"], HOME: folder, SERVICE_PORT: "0", SERVICE_LOG_LEVEL: "warn" };
  // a process group: npm, its shell and the service end together
  const child = spawn("npm", ["start"], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(child, "exit");
  const errors = text(child.stderr);
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) process.kill(-child.pid!, "SIGTERM");
    await exit;
  };
  let output = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    output += part;
    const port = /^Lumiglyph listens on http:\/\/\S+:(\d+)$/m.exec(output)?.[1];
    if (port !== undefined) return { port: Number(port), stop };
  }
  await exit;
  throw new Error(`npm start printed: ${output}${await errors}`);
};

const scratch = createScratchRepository();
afterAll(scratch.remove);

let service: StartedService;
beforeAll(async () => {
  service = await startService(scratch.folder);
});
afterAll(() => service?.stop());

/** The port in the pages. */
const DOCUMENTED = ":8787";

/** Settings for curl that make an HTTP error fail the command, unless one is expected. */
const strictly = join(scratch.folder, ".strictly");
mkdirSync(strictly);
writeFileSync(join(strictly, ".curlrc"), "fail-with-body\nno-progress-meter\n");

/** Runs a program in the repository with the service's port in place of the documented one. */
const run = (program: string, words: readonly string[], variables: { readonly [name: string]: string } = {}) => {
  const here = `:${service.port}`;
  const path = [join(scratch.folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const { status, stdout, stderr } = spawnSync(
    program,
    words.map((word) => word.replaceAll(DOCUMENTED, here)),
    {
      cwd: scratch.folder,
      // a home without personal settings
      env: { PATH: path, HOME: scratch.folder, no_proxy: "*", ...variables },
      // with a socket as stdin, bash assumes a remote shell and reads the machine's settings
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      timeout: 50_000,
    },
  );
  // HTTP header lines end with CR
  return { status, stdout: stdout.replaceAll(here, DOCUMENTED).replaceAll("\r", ""), stderr };
};

/** Its page and script run in a browser, in tests/handoff/tutorial.test.ts. */
const RECEIVER = "docs/tutorials/receiver.md";

/** Code for a page; that of the element is in tests/examples/pages.test.ts. */
const PAGE_CODE: { readonly [path: string]: readonly string[] } = {
  [RECEIVER]: ["html", "js"],
  "docs/tutorials/embed.md": ["html"],
};

const short = (command: string): string => command.split("\n", 1)[0]!.slice(0, 90);

describe.each(PAGES)("$path", ({ path, blocks }) => {
  for (const { language, text: source, line } of blocks) {
    const at = `line ${line}`;
    if (language === "sh") {
      for (const command of commandsIn(source)) {
        const kind = kindOf(command);
        if (kind === "run") {
          test(`${at}: ${short(command)}`, () => {
            const { status, stdout, stderr } = run("bash", ["-euo", "pipefail", "-c", command], {
              CURL_HOME: strictly,
            });
            expect({ status, stderr }, stdout.slice(0, 500)).toEqual({ status: 0, stderr: "" });
          });
        } else {
          test(`${at}: is in the table of commands: ${short(command)}`, () => expect(kind).not.toBe("unknown"));
        }
      }
    } else if (language === "console") {
      for (const { command, output } of sessionsIn(source)) {
        test(`${at}: ${short(command)} prints the documented output`, () => {
          expect(kindOf(command)).toBe("run");
          expect(run("bash", ["-c", command]).stdout.trimEnd()).toBe(output);
        });
      }
    } else if (language === "js" && path !== RECEIVER) {
      test(`${at}: the module runs and prints something`, () => {
        const file = join(scratch.folder, "example.mjs");
        writeFileSync(file, source.replaceAll(DOCUMENTED, `:${service.port}`));
        const { status, stdout, stderr } = run("node", ["--conditions=@lumiglyph/source", file]);
        expect({ status, stderr, isSilent: stdout === "" }).toEqual({ status: 0, stderr: "", isSilent: false });
      });
    } else if (language === "json") {
      test(`${at}: is JSON`, () => expect(JSON.parse(source)).toBeTypeOf("object"));
    } else {
      test(`${at}: page code, which has its own test`, () => {
        expect(PAGE_CODE[path]).toContain(language);
      });
    }
  }
});

test("a command in no table fails", () => {
  expect(["rm -rf build", "npm run publish", "npx something", "npm start && curl x"].map(kindOf)).toEqual(
    Array(4).fill("unknown"),
  );
});

test("commands are split as a shell splits them", () => {
  expect(commandsIn("# one\nnpm ci && npm start\n\ncurl \\\n  -s x |\n  head\n")).toEqual([
    "npm ci",
    "npm start",
    "curl -s x | head",
  ]);
  expect(sessionsIn("$ curl x\na\nb\n$ curl y\nc\n")).toEqual([
    { command: "curl x", output: "a\nb" },
    { command: "curl y", output: "c" },
  ]);
});

test("every page is found: a missing folder would have no commands", () => {
  expect(PAGES.map(({ path }) => path)).toEqual(expect.arrayContaining(["README.md", RECEIVER]));
  expect(PAGES.length).toBeGreaterThan(4);
});
