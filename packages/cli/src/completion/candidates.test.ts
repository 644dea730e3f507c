import { expect, test } from "vitest";
import { candidateLines } from "./candidates.ts";

/** The candidates for the last of these words, without descriptions. */
const offered = (...words: string[]) =>
  candidateLines(words)
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t")[0]);

test("the first word is a command or a picture", () => {
  expect(offered("")).toEqual(["decode", "serve", "mcp", "completion", "help", ":file"]);
  expect(offered("de")).toEqual(["decode", ":file"]);
});

test("a dash begins a flag that is not there yet", () => {
  expect(offered("photo.jpg", "--co")).toEqual(["--columns", "--color", "--contrast"]);
  expect(offered("photo.jpg", "--columns", "80", "--co")).toEqual(["--color", "--contrast"]);
  expect(offered("photo.jpg", "--no-in")).toEqual(["--no-invert"]);
  expect(offered("photo.jpg", "--no-color", "--colo")).toEqual([]);
});

test("behind a flag stands one of its values, a path, or what only a person knows", () => {
  expect(offered("--format", "js")).toEqual(["json", "json-compact"]);
  expect(offered("-f", "sv")).toEqual(["svg"]);
  expect(offered("photo.jpg", "--out", "")).toEqual([":file"]);
  expect(offered("mcp", "--root", "")).toEqual([":folder"]);
  expect(offered("photo.jpg", "--gamma", "")).toEqual([]);
});

test("a value may follow a sign, in one word or, as bash has it, in three", () => {
  expect(offered("--format=js")).toEqual(["--format=json", "--format=json-compact"]);
  expect(offered("--format", "=", "js")).toEqual(["json", "json-compact"]);
  expect(offered("--charset", "=")).toEqual(["standard", "detailed", "blocks", "binary", "dots", "minimal"]);
});

test("each command has its own flags and words", () => {
  expect(offered("decode", "art.json", "--s")).toEqual(["--scale"]);
  expect(offered("decode", "")).toEqual([":file"]);
  expect(offered("completion", "")).toEqual(["bash", "zsh", "fish"]);
  expect(offered("completion", "bash", "")).toEqual([]);
  expect(offered("serve", "--")).toEqual(["--port", "--host", "--help", "--version"]);
});

test("behind -- there are pictures alone", () => {
  expect(offered("--", "--co")).toEqual([":file"]);
});

test("each flag is told with what it means", () => {
  expect(candidateLines(["--wat"])).toBe("--watch\trender again whenever a file changes, until Ctrl+C\n");
});
