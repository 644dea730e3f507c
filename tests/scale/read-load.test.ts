import { expect, test } from "vitest";
import { UsageError } from "../../packages/cli/src/streams.ts";
import { USAGE } from "../../scripts/scale/load-flags.ts";
import { readLoad } from "../../scripts/scale/read-load.ts";

/** What is said of a command line that cannot be carried out. */
const saidOf = (words: string): readonly string[] => {
  try {
    readLoad(words.split(" ").filter(Boolean));
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message.split("\n");
  }
};

test("a rate is enough: all else is as for a typical render", () => {
  expect(readLoad(["--rate", "100"])).toEqual({
    rate: 100,
    megapixels: 2,
    kilobytes: null,
    hits: 0,
    utilization: 0.6,
    workers: 4,
    largest: 40,
    input: "jpeg",
    columns: 120,
    format: "text",
    color: false,
    director: true,
  });
});

test("every flag is read", () => {
  const words =
    "--rate=.5 --megapixels 12 --kilobytes 3000 --hits 30 --utilization 70 --workers 8 --largest 20 --input png --columns 200 --format svg --color --no-director";
  expect(readLoad(words.split(" "))).toEqual({
    rate: 0.5,
    megapixels: 12,
    kilobytes: 3000,
    hits: 0.3,
    utilization: 0.7,
    workers: 8,
    largest: 20,
    input: "png",
    columns: 200,
    format: "svg",
    color: true,
    director: false,
  });
});

test.each([
  ["", ["Say how many renders a second: --rate 100"]],
  ["--rate 1e3", ["Expected a number from 0.001 to 10000000 for `--rate` but received `1e3`."]],
  ["--rate 1 --workers 2.5", ["Expected an integer from 1 to 256 for `--workers` but received `2.5`."]],
  ["--rate 1 --utilization 96", ["Expected a number from 1 to 95 for `--utilization` but received `96`."]],
  ["--rate 1 --hits", ["Expected a number from 0 to 100 for `--hits` but received ``."]],
  ["--rate 1 --input gif", ["Expected one of jpeg, png, webp for `--input` but received `gif`."]],
  ["--rate 1 --rate 2", ["`--rate` is given more than once."]],
  ["--rate 1 --color=true", ["`--color` takes no value."]],
  [
    "--rate 1 --mega-pixels 2",
    [
      "There is no flag `--mega-pixels`. Did you mean `--megapixels`?",
      "There is nothing called `2`: everything is a flag.",
    ],
  ],
])("%j is refused, and why", (words, said) => {
  expect(saidOf(words).toSorted()).toEqual(said.toSorted());
});

test("parameters are judged by the service's own gate, in the words of a command line", () => {
  expect(saidOf("--rate 1 --columns 7 --format pdf")).toEqual([
    "Expected an integer from 8 to 400 for `--columns` but received `7`.",
    "Expected one of text, ansi, html, json, json-compact, svg for `--format` but received `pdf`.",
  ]);
});

test("all that is wrong is said at once", () => {
  expect(saidOf("--hits 101 --columns x --wat")).toHaveLength(4);
});

test("help is asked for by a flag, and names every other", () => {
  expect(readLoad(["--help"])).toBeNull();
  for (const flag of ["rate", "megapixels", "hits", "utilization", "workers", "input", "columns", "no-director"])
    expect(USAGE).toContain(`--${flag} `);
});
