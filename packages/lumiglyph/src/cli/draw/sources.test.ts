import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findSources } from "./sources.ts";

const folder = mkdtempSync(join(tmpdir(), "lumiglyph-sources-"));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ["b.png", "a.PNG", "a+b.png", "ab.png.txt", "notes.txt"]) writeFileSync(join(folder, name), "x");

const found = async (platform: NodeJS.Platform, ...names: readonly string[]) => {
  const { sources, errors, many } = await findSources(
    names.map((name) => join(folder, name)),
    platform,
  );
  return { names: sources.map(({ name }) => basename(name)), errors: errors.length, many };
};

describe("a pattern", () => {
  test("is expanded to matching files on Windows, where no shell expands it", async () => {
    expect(await found("win32", "*.png")).toEqual({ names: ["a+b.png", "a.PNG", "b.png"], errors: 0, many: true });
    expect(await found("win32", "?.png", "notes.txt")).toEqual({
      names: ["a.PNG", "b.png", "notes.txt"],
      errors: 0,
      many: true,
    });
    expect(await found("win32", "a+*")).toEqual({ names: ["a+b.png"], errors: 0, many: false });
  });

  test("without a match is a missing file", async () => {
    expect(await found("win32", "*.webp")).toEqual({ names: [], errors: 1, many: false });
  });

  test("is a literal name elsewhere, because a user who quotes it means that", async () => {
    expect(await found("linux", "*.png")).toEqual({ names: [], errors: 1, many: false });
  });

  test("is not an address", async () => {
    const { sources } = await findSources(["https://images.example/koi?size=1"], "win32");
    expect(sources.map(({ url }) => url?.search)).toEqual(["?size=1"]);
  });
});
