import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PARAM_NAMES } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { flagOf } from "./flag-name.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PICTURE = join(ROOT, "fixtures/formats/baseline.jpg");

const MAIN = ["--conditions=@lumiglyph/source", join(import.meta.dirname, "main.ts")];

/** The command as a person would run it: a process of its own. */
const lumiglyph = (words: readonly string[], input?: Buffer) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...MAIN, ...words], {
    encoding: "utf8",
    ...(input && { input }),
  });
  return { status, stdout, stderr };
};

describe("lumiglyph", () => {
  test("prints a picture of the columns asked for", () => {
    const { status, stdout } = lumiglyph([PICTURE, "--columns", "40"]);
    const lines = stdout.split("\n");
    expect(status).toBe(0);
    expect(lines.at(-1)).toBe("");
    expect(lines.slice(0, -1).map((line) => line.length)).toEqual(Array(15).fill(40));
    expect(new Set(stdout).size).toBeGreaterThan(4);
  });

  test("reads standard input, and takes flags with = and without", () => {
    const flags = ["--columns=30", "--format", "json-compact", "--color", "--no-invert"];
    expect(lumiglyph(["-", ...flags], readFileSync(PICTURE))).toEqual(lumiglyph([PICTURE, ...flags]));
  });

  test("tells what is wrong with a flag and ends with 2", () => {
    const { status, stdout, stderr } = lumiglyph([PICTURE, "--colums", "40", "--gamma", "9"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("Did you mean `--columns`?");
    expect(stderr).toContain("a number from 0.2 to 3 for `--gamma`");
  });

  test("ends with 2 without an image, with two, or with one that is not there", () => {
    expect(lumiglyph([]).status).toBe(2);
    expect(lumiglyph([PICTURE, PICTURE]).status).toBe(2);
    expect(lumiglyph(["nowhere.png"])).toMatchObject({ status: 2, stderr: expect.stringContaining("no such file") });
  });

  test("ends with 1 where the picture cannot be drawn", () => {
    const { status, stderr } = lumiglyph([join(ROOT, "fixtures/bad/vector.svg")]);
    expect(status).toBe(1);
    expect(stderr).toContain("Send one of: JPEG, PNG, WebP, GIF");
  });

  test("ends quietly where the reader of its output has had enough", async () => {
    const words = [join(ROOT, "fixtures/koi.png"), "--columns", "400", "--format", "json", "--color"];
    const child = spawn(process.execPath, [...MAIN, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.once("data", () => child.stdout.destroy());
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("helps with every parameter", () => {
    const { status, stdout } = lumiglyph(["--help"]);
    expect(status).toBe(0);
    for (const name of PARAM_NAMES) expect(stdout).toContain(flagOf(name));
  });
});
