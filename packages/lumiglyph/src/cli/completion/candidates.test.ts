import { expect, test } from "vitest";
import { candidateLines } from "./candidates.ts";

/** The candidates for the last of these words, without descriptions. */
const offered = (...words: string[]) =>
  candidateLines(words)
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split("\t")[0]);

test("completes the first word with a command or an image", () => {
  expect(offered("")).toEqual(["decode", "calibrate", "sign", "serve", "mcp", "completion", "help", ":file"]);
  expect(offered("de")).toEqual(["decode", ":file"]);
});

test("completes a dash with flags not yet given", () => {
  expect(offered("photo.jpg", "--co")).toEqual(["--columns", "--color", "--colors", "--contrast"]);
  expect(offered("photo.jpg", "--columns", "80", "--co")).toEqual(["--color", "--colors", "--contrast"]);
  expect(offered("photo.jpg", "--no-in")).toEqual(["--no-invert"]);
  expect(offered("photo.jpg", "--no-invert", "--inv")).toEqual([]);
});

test("completes a flag with its values, a path, or nothing for free input", () => {
  expect(offered("--format", "js")).toEqual(["json", "json-compact"]);
  expect(offered("-f", "sv")).toEqual(["svg"]);
  expect(offered("photo.jpg", "--out", "")).toEqual([":file"]);
  expect(offered("mcp", "--root", "")).toEqual([":folder"]);
  expect(offered("photo.jpg", "--gamma", "")).toEqual([]);
});

test("completes a value after =, in one word or in bash's three", () => {
  expect(offered("--format=js")).toEqual(["--format=json", "--format=json-compact"]);
  expect(offered("--format", "=", "js")).toEqual(["json", "json-compact"]);
  expect(offered("--charset", "=")).toEqual([
    "standard",
    "detailed",
    "blocks",
    "binary",
    "dots",
    "minimal",
    "halves",
    "quadrants",
    "sextants",
    "octants",
  ]);
});

test("completes each command's own flags and words", () => {
  expect(offered("decode", "art.json", "--s")).toEqual(["--scale"]);
  expect(offered("decode", "")).toEqual([":file"]);
  expect(offered("completion", "")).toEqual(["bash", "zsh", "fish"]);
  expect(offered("completion", "bash", "")).toEqual([]);
  expect(offered("serve", "--")).toEqual(["--port", "--host", "--help", "--version"]);
});

test("completes only images after --", () => {
  expect(offered("--", "--co")).toEqual([":file"]);
});

test("describes each flag", () => {
  expect(candidateLines(["--wat"])).toBe("--watch\trender again whenever a file changes, until Ctrl+C\n");
});
