import { readdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { blocksOf, commandsFor, fileOf, sessionsIn } from "../../scripts/pages/blocks.ts";
import { createReader, type Result } from "../../scripts/pages/reader.ts";
import { keepsRunning, portOf } from "../../scripts/pages/shell.ts";
import { needs } from "../support/programs.ts";

needs("bash");

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

const reader = createReader(
  {
    inProject: ["page.md"],
    withService: [],
    cannot: [{ begins: "launch the rocket", why: "no rocket here" }],
    prints: { "echo three": /^four$/ },
    acts: {
      "page.md § Acts": async ({ folder }) => {
        throw new Error(`It has only ${readdirSync(folder).toSorted().join(" and ")}.`);
      },
    },
  },
  false,
);
afterAll(reader.leave);

const read = async (text: string): Promise<readonly Result[]> => {
  const results: Result[] = [];
  await reader.read({ path: "page.md", text }, (result) => results.push(result));
  return results;
};

describe("a planted fault fails", () => {
  test.each([
    ["a command that fails", fence("sh", "true\nls no-such-file\ntrue"), /no-such-file/],
    ["one that fails inside a pipe", fence("sh", "ls no-such-file | cat"), /no-such-file/],
    ["one that prints something else", fence("sh", "echo three"), /It prints: three/],
    ["another output than the page shows", fence("console", "$ echo one\ntwo"), /prints: one/],
    ["code that no file is named for", fence("js", "console.log(1);"), /names no file/],
    [
      "a package that is not installed",
      `Save \`a.mjs\`, run \`node a.mjs\`:\n\n${fence("js", 'import "no-such";')}`,
      /no-such/,
    ],
    ["a program that prints nothing", `Save \`b.mjs\`, run \`node b.mjs\`:\n\n${fence("js", "1;")}`, /prints nothing/],
    ["what is not JSON", fence("json", "{ a: 1 }"), /JSON/],
    ["a language that nobody reads", fence("cobol", "STOP RUN."), /Nobody knows/],
    ["a server that does not start", fence("sh", "exit 3\nnpx vite --port 65001"), /does not listen on port 65001/],
  ])("%s", async (_, text, why) => {
    expect(await read(text)).toEqual([expect.objectContaining({ verdict: "FAIL", why: expect.stringMatching(why) })]);
  });

  test("a manual step", async () => {
    const results = await read(`## Acts\n\n${fence("sh", "true")}`);
    expect(results.map(({ verdict, why }) => [verdict, why])).toEqual([
      ["ok", ""],
      ["FAIL", "It has only photo.png."],
    ]);
  });
});

test("correct blocks pass, and their files stay for the next block", async () => {
  const page = [
    fence("console", "$ echo one\none"),
    `Save \`c.mjs\`, run \`node c.mjs\`:\n\n${fence("js", 'console.log("two");')}`,
    fence("sh", "grep two c.mjs"),
    fence("sh", "launch the rocket"),
  ];
  expect((await read(page.join("\n"))).map(({ verdict }) => verdict)).toEqual(["ok", "ok", "ok", "cannot run here"]);
});

test("a block has its heading and the file named above it", () => {
  const [shell, code] = blocksOf(
    `# Title\n\n${fence("sh", "# no heading\nls")}\n## Save it\n\nBefore.\n\nAs \`my/a.mjs\`, for \`node a.mjs\`:\n\n${fence("js", "1;")}`,
  );
  expect(shell).toMatchObject({ section: "Title", spans: [] });
  expect(code).toMatchObject({ section: "Save it", spans: ["my/a.mjs", "node a.mjs"] });
  expect([fileOf(code!), commandsFor(code!)]).toEqual(["my/a.mjs", ["node a.mjs"]]);
});

test("detects commands that keep running, and their ports", () => {
  const lines = ["npm ci && npm start\n", "SERVICE_WORKERS=1 npm start\n", "npm install vite\nnpx vite --port 8000\n"];
  expect(lines.map((text) => [keepsRunning(text), portOf(text)])).toEqual([
    [true, 8787],
    [true, 8787],
    [true, 8000],
  ]);
  expect(keepsRunning("npm run build\n")).toBe(false);
});

test("splits console blocks at their prompts", () => {
  expect(sessionsIn("$ curl x\na\nb\n$ curl y\nc\n")).toEqual([
    { command: "curl x", output: "a\nb" },
    { command: "curl y", output: "c" },
  ]);
});
