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

/** A page whose commands are run, by its path from the root. */
type Page = { readonly path: string; readonly blocks: readonly FencedBlock[] };

const PAGES: readonly Page[] = ["README.md", ...globSync("docs/{tutorials,how-to}/*.md", { cwd: ROOT }).toSorted()].map(
  (path) => ({ path, blocks: fencedBlocks(readFileSync(join(ROOT, path), "utf8")) }),
);

/** A command that is not run: its first words, and the reason. */
type Skipped = { readonly begins: string; readonly why: string };

/** First words of the commands that are run. */
const RUN = ["curl ", "printf ", "npm run -s lumiglyph -- ", "npx node tests/evidence/recompute.ts "] as const;

/** Starts the service that all other commands ask. */
const START = "npm start";

/** Every other command of the pages. */
const SKIPPED: readonly Skipped[] = [
  { begins: "npm ci", why: "already done where tests run" },
  { begins: "npm run build", why: "a step of `npm run verify`" },
  {
    begins: "docker compose up",
    why: "no Docker where tests run: tests/deploy/container.test.ts reads what it builds",
  },
  { begins: "kubectl kustomize", why: "tests/deploy/kubernetes.test.ts runs it" },
  { begins: "claude mcp add", why: "a third-party client: tests/mcp/sdk-clients.test.ts connects to that address" },
  { begins: "npx vite my-receiver", why: "tests/handoff/tutorial.test.ts serves that page" },
];

/** Whether a command is run, starts the service, or is skipped; `unknown` where no table has it. */
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

/** A command of a console block, and the output shown below it. */
type Session = { readonly command: string; readonly output: string };

/** The commands behind a `$` in a console block, each with the lines that follow. */
const sessionsIn = (block: string): readonly Session[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => text.replaceAll(/\\\n\s*/g, ""))
    .map((text) => ({ command: text.split("\n", 1)[0]!, output: text.slice(text.indexOf("\n") + 1).trimEnd() }));

const OWN = "@lumiglyph";

/** What a command may need. */
const COPIED = ["package.json", "tsconfig.base.json", "fixtures", "packages", "apps", "scripts", "tests/evidence"];

/** What a clone does not have. */
const BUILT = new Set(["node_modules", "dist", "tsconfig.tsbuildinfo"]);

/** A copy of the repository as it is after `npm ci`, in which commands may write what they like. */
const createScratchRepository = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-docs-"));
  for (const path of COPIED) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (file) => !BUILT.has(basename(file)) });
  }
  linkModules(join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** What is installed, with the copy's own packages in place of the repository's. */
const linkModules = (modules: string): void => {
  mkdirSync(join(modules, OWN), { recursive: true });
  // a worker may read what a link leads to, but no link on the way
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

/** A service that `npm start` has started in a folder: its port, and how to end it. */
type StartedService = { readonly port: number; readonly stop: () => Promise<void> };

/** Runs `npm start` with only the port and the log's level set. */
const startService = async (folder: string): Promise<StartedService> => {
  const env = { PATH: process.env["PATH"], HOME: folder, SERVICE_PORT: "0", SERVICE_LOG_LEVEL: "warn" };
  // a group of its own: npm, its shell and the service end together
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

/** The port that the pages name. */
const DOCUMENTED = ":8787";

/** curl's own settings, so that a refusal fails a command that expects none. */
const strictly = join(scratch.folder, ".strictly");
mkdirSync(strictly);
writeFileSync(join(strictly, ".curlrc"), "fail-with-body\nno-progress-meter\n");

/** Runs a program in the repository with the service's port instead of the documented one. */
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
      // bash takes a socket for a remote shell, and then reads the machine's settings
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      timeout: 50_000,
    },
  );
  // lines of an HTTP header end with CR
  return { status, stdout: stdout.replaceAll(here, DOCUMENTED).replaceAll("\r", ""), stderr };
};

/** Its page and its script run in a browser, in tests/handoff/tutorial.test.ts. */
const RECEIVER = "docs/tutorials/receiver.md";

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
        test(`${at}: ${short(command)} prints what is shown`, () => {
          expect(kindOf(command)).toBe("run");
          expect(run("bash", ["-c", command]).stdout.trimEnd()).toBe(output);
        });
      }
    } else if (language === "js" && path !== RECEIVER) {
      test(`${at}: the module runs, and prints something`, () => {
        const file = join(scratch.folder, "example.mjs");
        writeFileSync(file, source.replaceAll(DOCUMENTED, `:${service.port}`));
        const { status, stdout, stderr } = run("node", [file]);
        expect({ status, stderr, lines: stdout.split("\n").length > 10 }).toEqual({
          status: 0,
          stderr: "",
          lines: true,
        });
      });
    } else if (language === "json") {
      test(`${at}: is JSON`, () => expect(JSON.parse(source)).toBeTypeOf("object"));
    } else {
      test(`${at}: a page's own code, which has its own test`, () => {
        expect([path, ["html", "js"]]).toEqual([RECEIVER, expect.arrayContaining([language])]);
      });
    }
  }
});

test("A command that is in no table fails.", () => {
  expect(["rm -rf build", "npm run publish", "npx something", "npm start && curl x"].map(kindOf)).toEqual(
    Array(4).fill("unknown"),
  );
});

test("Commands are split as a shell would split them.", () => {
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

test("All pages are found: a missing folder would have no commands.", () => {
  expect(PAGES.map(({ path }) => path)).toEqual(expect.arrayContaining(["README.md", RECEIVER]));
  expect(PAGES.length).toBeGreaterThan(4);
});
