import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confinedImages } from "./stdio.ts";

let folder: string;
let root: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lumiglyph-root-"));
  root = join(folder, "pictures");
  mkdirSync(join(root, "inner"), { recursive: true });
  mkdirSync(join(folder, "pictures-too"));
  writeFileSync(join(root, "a.png"), "a");
  writeFileSync(join(root, "inner/b.png"), "bb");
  writeFileSync(join(root, "large.png"), "x".repeat(101));
  writeFileSync(join(folder, "secret.png"), "secret");
  writeFileSync(join(folder, "pictures-too/c.png"), "c");
  symlinkSync(join(root, "a.png"), join(root, "inner/link-inside.png"));
  symlinkSync(join(folder, "secret.png"), join(root, "link-out.png"));
  symlinkSync("../secret.png", join(root, "link-up.png"));
  symlinkSync(folder, join(root, "door"));
  execFileSync("mkfifo", [join(root, "pipe.png")]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (path: string) => Buffer.from(await confinedImages(root, 100)(path)).toString();

test.each([
  ["a.png", "a"],
  ["inner/b.png", "bb"],
  ["./inner/../a.png", "a"],
  ["inner/link-inside.png", "a"],
])("reads %s", async (path, bytes) => expect(await read(path)).toBe(bytes));

test("reads an absolute path that resolves inside the folder, even if the folder is reached through a link", async () => {
  expect(await read(join(root, "a.png"))).toBe("a");
  const linked = confinedImages(join(root, "door/pictures"), 100);
  expect(Buffer.from(await linked("a.png")).toString()).toBe("a");
});

describe("outside the folder", () => {
  test.each([
    "../secret.png",
    "inner/../../secret.png",
    "../pictures-too/c.png",
    "../nothing-there.png",
    "/etc/passwd",
    "link-out.png",
    "link-up.png",
    "door/secret.png",
    "door/pictures-too/c.png",
    "..",
    ".",
    "",
  ])("refuses %j", async (path) => {
    await expect(read(path)).rejects.toMatchObject({ code: "image_misplaced" });
  });
});

test.each(["nothing.png", "inner", "pipe.png", "a.png/b", "door/nothing.png"])("refuses %s", async (path) => {
  await expect(read(path)).rejects.toMatchObject({ code: "image_missing" });
});

test("refuses a file over the limit by its size", async () => {
  await expect(read("large.png")).rejects.toMatchObject({ code: "image_too_large" });
});
