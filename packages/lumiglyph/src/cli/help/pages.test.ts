import { PARAM_NAMES } from "@lumiglyph/contract";
import { expect, test } from "vitest";
import { flagOf } from "../commands/command.ts";
import { COMMAND_NAMES, commandRow, flagsOf } from "../commands/commands.ts";
import { readCommand } from "../read-command.ts";
import { wrap } from "./layout.ts";
import { commandHelp, flagPage, overview } from "./pages.ts";
import { commandLinePage } from "./reference-page.ts";

const pages: readonly (readonly [string, string])[] = [
  ["lumiglyph --help", overview(false)],
  ...COMMAND_NAMES.map((word) => [`lumiglyph ${word} --help`, commandHelp(commandRow(word), false)] as const),
  ...[null, ...COMMAND_NAMES].flatMap((word) =>
    Object.keys(flagsOf(commandRow(word))).map(
      (name) => [`lumiglyph help ${name} of ${word ?? "drawing"}`, flagPage(name, commandRow(word))] as const,
    ),
  ),
];

test.each(pages)("%s fits in 80 columns without trailing blanks", (_, page) => {
  for (const line of page.split("\n")) {
    expect(line.length, line).toBeLessThanOrEqual(80);
    expect(line).toBe(line.trimEnd());
  }
  expect(page).not.toContain("undefined");
  expect(page.endsWith("\n")).toBe(true);
});

test("the overview names every parameter's flag, every command and every exit code", () => {
  const page = overview(false);
  for (const name of PARAM_NAMES) expect(page.replaceAll("[no-]", "")).toContain(` ${flagOf(name)}`);
  for (const word of COMMAND_NAMES) expect(page).toMatch(new RegExp(`^ {2}${word} `, "m"));
  for (const code of [0, 1, 2, 130]) expect(page).toMatch(new RegExp(`^ {2}${code} +\\w`, "m"));
});

test("every example parses", () => {
  for (const word of [null, ...COMMAND_NAMES]) {
    for (const [line] of commandRow(word).examples) {
      const words = /\blumiglyph ?([^|>)]*)/.exec(line)![1]!.trim().split(" ").filter(Boolean);
      expect(() => readCommand(words), line).not.toThrow();
    }
  }
});

test("headings are bold if supported, and nothing else differs", () => {
  expect(overview(true)).toContain("\x1b[1mCommands\x1b[0m\n");
  expect(overview(true).replaceAll("\x1b[1m", "").replaceAll("\x1b[0m", "")).toBe(overview(false));
});

test("a flag's page has its values, its default and its name in the service", () => {
  expect(flagPage("edge-strength", commandRow(null))).toBe(`--edge-strength N

Edge magnitude multiplier.

  takes           0.1 to 5
  default         1.8
  belongs to      lumiglyph PICTURE... [flags]
  over HTTP       parameter edgeStrength
`);
});

test("help on an unknown topic suggests the nearest", () => {
  expect(() => readCommand(["help", "colum"])).toThrow("There is no help on `colum`. Did you mean `columns`?");
  expect(() => readCommand(["help", "a", "b"])).toThrow("Name one command or one flag: lumiglyph help columns");
  for (const topic of ["columns", "--columns", "--no-color", "scale", "serve"]) {
    expect(readCommand(["help", topic])).toMatchObject({ kind: "print" });
  }
});

test("the reference has a row for every flag of every command", () => {
  const page = commandLinePage();
  for (const word of COMMAND_NAMES) {
    for (const { flags } of commandRow(word).groups) {
      for (const name of Object.keys(flags)) expect(page).toContain(`--${name}`);
    }
  }
  for (const name of PARAM_NAMES) expect(page.replaceAll("[no-]", "")).toContain(`${flagOf(name)}`);
});

test("wraps lines as late as possible", () => {
  expect(wrap("one two three four", 9)).toEqual(["one two", "three", "four"]);
  expect(wrap("unbreakable word", 4)).toEqual(["unbreakable", "word"]);
});
