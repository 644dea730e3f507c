import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const PICTURE = join(ROOT, "fixtures/formats/baseline.jpg");

const MAIN = ["--conditions=@lumiglyph/source", join(import.meta.dirname, "main.ts")];

/** Runs the command in its own process, as a user would. */
const lumiglyph = (words: readonly string[], input?: Buffer) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...MAIN, ...words], {
    encoding: "utf8",
    ...(input && { input }),
  });
  return { status, stdout, stderr };
};

describe("lumiglyph", () => {
  test("prints art with the requested columns", () => {
    const { status, stdout } = lumiglyph([PICTURE, "--columns", "40"]);
    const lines = stdout.split("\n");
    expect(status).toBe(0);
    expect(lines.at(-1)).toBe("");
    expect(lines.slice(0, -1).map((line) => line.length)).toEqual(Array(15).fill(40));
    expect(new Set(stdout).size).toBeGreaterThan(4);
  });

  test("reads standard input, and flags with or without =", () => {
    const flags = ["--columns=30", "--format", "json-compact", "--color", "--no-invert"];
    expect(lumiglyph(["-", ...flags], readFileSync(PICTURE))).toEqual(lumiglyph([PICTURE, ...flags]));
  });

  test("reports a wrong flag and exits with 2", () => {
    const { status, stdout, stderr } = lumiglyph([PICTURE, "--colums", "40", "--gamma", "9"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("Did you mean `--columns`?");
    expect(stderr).toContain("a number from 0.2 to 3 for `--gamma`");
  });

  test("reads standard input if no image is named", () => {
    expect(lumiglyph(["--columns=30"], readFileSync(PICTURE))).toEqual(lumiglyph([PICTURE, "--columns=30"]));
  });

  test("exits with 2 if no image is named and nothing is piped in", () => {
    expect(lumiglyph([], Buffer.alloc(0))).toEqual({
      status: 2,
      stdout: "",
      stderr: "lumiglyph: Name a picture: lumiglyph photo.jpg\nlumiglyph --help lists every flag.\n",
    });
  });

  test("exits with 1 for a missing file or a misspelled command", () => {
    expect(lumiglyph(["nowhere.png"])).toEqual({
      status: 1,
      stdout: "",
      stderr: "lumiglyph: nowhere.png: there is no such file.\n",
    });
    expect(lumiglyph(["decod"]).stderr).toBe(
      "lumiglyph: decod: there is no such file. Did you mean `lumiglyph decode`?\n",
    );
  });

  test("renders the other images if one fails, names that one and exits with 1", () => {
    const bad = join(ROOT, "fixtures/bad/vector.svg");
    const { status, stdout, stderr } = lumiglyph([PICTURE, bad, PICTURE, "--columns", "20"]);
    const alone = lumiglyph([PICTURE, "--columns", "20"]).stdout;
    expect({ status, stdout }).toEqual({ status: 1, stdout: alone + alone });
    expect(stderr).toMatch(/^lumiglyph: .*vector\.svg: .*It must be one of: JPEG, PNG, WebP, GIF/);
  });

  test("names flags, not parameters, if an image needs another value", () => {
    const { status, stderr } = lumiglyph([join(ROOT, "fixtures/charts/tall.png"), "--columns", "400"]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("`--columns` that fits is") });
  });

  test("exits quietly if its output pipe closes", async () => {
    const words = [join(ROOT, "fixtures/koi.png"), "--columns", "400", "--format", "json", "--color"];
    const child = spawn(process.execPath, [...MAIN, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.once("data", () => child.stdout.destroy());
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("writes to a device or a pipe that --out names, and does not replace it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lumiglyph-out-"));
    const pipe = join(folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    const reader = spawn("cat", [pipe]);
    const { status } = lumiglyph([PICTURE, "--columns", "20", "--format", "text", "--out", pipe]);
    expect([status, statSync(pipe).isFIFO()]).toEqual([0, true]);
    expect(await text(reader.stdout)).toMatch(/^(?:.{20}\n)+$/);
    rmSync(folder, { recursive: true });
  });

  test("exits with 1 if its output cannot be written", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [...MAIN, PICTURE], {
      encoding: "utf8",
      stdio: ["ignore", full, "pipe"],
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: "lumiglyph: The output cannot be written (ENOSPC).\n" });
  });

  test("prints help and version to standard output, wherever the flag stands", () => {
    const { status, stdout } = lumiglyph([PICTURE, "--columns", "-h"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: lumiglyph PICTURE\.\.\. \[flags\]\n/);
    expect(lumiglyph(["decode", "--help"]).stdout).toMatch(/^Usage: lumiglyph decode ART/);
    expect(lumiglyph(["--version"]).stdout).toMatch(/^lumiglyph \d+\.\d+\.\d+\S* \(interface 0\.3\.0\)\n$/);
  });
});
