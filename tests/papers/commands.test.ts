import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandsIn, fateOf, sessionsIn } from "./support/commands.ts";
import { PAPERS } from "./support/papers.ts";
import { createScratchRepository } from "./support/scratch-repository.ts";
import { type StartedService, startService } from "./support/started-service.ts";

const scratch = createScratchRepository();
afterAll(scratch.remove);

let service: StartedService;
beforeAll(async () => {
  service = await startService(scratch.folder);
});
afterAll(() => service?.stop());

/** The port that papers speak of. */
const TOLD = ":8787";

/** curl's own settings, so that a refusal fails a command that expects none. */
const strictly = join(scratch.folder, ".strictly");
mkdirSync(strictly);
writeFileSync(join(strictly, ".curlrc"), "fail-with-body\nno-progress-meter\n");

/** Runs a program in the repository with the service's port in the place of the papers'; gives what it did, likewise. */
const run = (program: string, words: readonly string[], variables: { readonly [name: string]: string } = {}) => {
  const here = `:${service.port}`;
  const path = [join(scratch.folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const { status, stdout, stderr } = spawnSync(
    program,
    words.map((word) => word.replaceAll(TOLD, here)),
    {
      cwd: scratch.folder,
      // a home without anybody's settings
      env: { PATH: path, HOME: scratch.folder, no_proxy: "*", ...variables },
      // bash takes a socket for a caller from afar, and then reads the machine's settings
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      timeout: 50_000,
    },
  );
  // the lines of an HTTP header end as no terminal shows
  return { status, stdout: stdout.replaceAll(here, TOLD).replaceAll("\r", ""), stderr };
};

/** Its page and its script are tried in a browser, by tests/handoff/tutorial.test.ts. */
const RECEIVER = "docs/tutorials/receiver.md";

const short = (command: string): string => command.split("\n", 1)[0]!.slice(0, 90);

describe.each(PAPERS)("$path", ({ path, blocks }) => {
  for (const { language, text, line } of blocks) {
    const at = `line ${line}`;
    if (language === "sh") {
      for (const command of commandsIn(text)) {
        const fate = fateOf(command);
        if (fate === "run") {
          test(`${at}: ${short(command)}`, () => {
            const { status, stdout, stderr } = run("bash", ["-euo", "pipefail", "-c", command], {
              CURL_HOME: strictly,
            });
            expect({ status, stderr }, stdout.slice(0, 500)).toEqual({ status: 0, stderr: "" });
          });
        } else {
          test(`${at}: a table says what becomes of ${short(command)}`, () => expect(fate).not.toBe("unknown"));
        }
      }
    } else if (language === "console") {
      for (const { command, output } of sessionsIn(text)) {
        test(`${at}: ${short(command)} prints what is shown`, () => {
          expect(fateOf(command)).toBe("run");
          expect(run("bash", ["-c", command]).stdout.trimEnd()).toBe(output);
        });
      }
    } else if (language === "js" && path !== RECEIVER) {
      test(`${at}: the module runs, and prints something`, () => {
        const file = join(scratch.folder, "example.mjs");
        writeFileSync(file, text.replaceAll(TOLD, `:${service.port}`));
        const { status, stdout, stderr } = run("node", [file]);
        expect({ status, stderr, lines: stdout.split("\n").length > 10 }).toEqual({
          status: 0,
          stderr: "",
          lines: true,
        });
      });
    } else if (language === "json") {
      test(`${at}: is JSON`, () => expect(JSON.parse(text)).toBeTypeOf("object"));
    } else {
      test(`${at}: a page's own code, tried by its own test`, () => {
        expect([path, ["html", "js"]]).toEqual([RECEIVER, expect.arrayContaining([language])]);
      });
    }
  }
});

test("A command that no table has is not run, and not passed over either.", () => {
  expect(["rm -rf build", "npm run publish", "npx something", "npm start && curl x"].map(fateOf)).toEqual(
    Array(4).fill("unknown"),
  );
});

test("Commands are told apart as a shell would tell them apart.", () => {
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

test("The papers are all there: a folder that is not found would have no commands.", () => {
  expect(PAPERS.map(({ path }) => path)).toEqual(expect.arrayContaining(["README.md", RECEIVER]));
  expect(PAPERS.length).toBeGreaterThan(4);
});
