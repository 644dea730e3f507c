import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { emptyFolder, fixture, inTerminal, piped } from "./support/lumiglyph.ts";

vi.setConfig({ testTimeout: 60_000 });

/** A folder with three images, recognized by content, and two other files. */
const pictures = (): { readonly folder: string; readonly at: (name: string) => string } => {
  const folder = emptyFolder();
  const at = (name: string) => join(folder, name);
  mkdirSync(at("photos/deeper"), { recursive: true });
  copyFileSync(fixture("sprite.png"), at("photos/b.png"));
  copyFileSync(fixture("formats/baseline.jpg"), at("photos/a.jpg"));
  copyFileSync(fixture("formats/still.gif"), at("photos/no-ending"));
  copyFileSync(fixture("bad/text.txt"), at("photos/notes.png"));
  copyFileSync(fixture("sprite.png"), at("photos/deeper/c.png"));
  writeFileSync(at("photos/.hidden"), "");
  return { folder, at };
};

const SMALL = ["--columns", "24"];

test("renders every image of a folder into a new folder", async () => {
  const { at } = pictures();
  const { code, out, errors } = await piped([at("photos"), "--out", at("new/art"), "-f", "svg", ...SMALL]).ended;
  expect({ code, out, errors }).toEqual({ code: 0, out: "", errors: "" });
  expect(readdirSync(at("new/art")).toSorted()).toEqual(["a.svg", "b.svg", "no-ending.svg"]);
  expect(readFileSync(at("new/art/b.svg"), "utf8")).toBe(
    (await piped([at("photos/b.png"), "-f", "svg", ...SMALL]).ended).out,
  );
});

test("shows a progress bar in a terminal and clears it at the end", async () => {
  const { at } = pictures();
  const { code, out } = await inTerminal([at("photos"), "--out", at("art"), ...SMALL], { columns: 60 }).ended;
  expect(code).toBe(0);
  expect(out).toContain(`\r[${".".repeat(24)}] 0/3 `);
  expect(out).toContain(`\r[${"#".repeat(16)}${".".repeat(8)}] 2/3 `);
  expect(out.endsWith("\r\x1b[K")).toBe(true);
  for (const line of out.split("\r")) expect(line.replace("\x1b[K", "").length).toBeLessThan(60);
});

test("names the files that fail, renders the rest, and leaves no partial file", async () => {
  const { at } = pictures();
  copyFileSync(fixture("bad/truncated.png"), at("photos/torn.png"));
  const { code, errors } = await piped([at("photos"), at("gone.png"), "--out", at("art"), ...SMALL]).ended;
  expect(code).toBe(1);
  expect(errors.split("\n")).toEqual([
    `lumiglyph: ${at("gone.png")}: there is no such file.`,
    expect.stringMatching(/^lumiglyph: .*torn\.png: /),
    "",
  ]);
  expect(readdirSync(at("art")).toSorted()).toEqual(["a.txt", "b.txt", "no-ending.txt"]);
});

test("takes the format from the file name and rejects an unknown extension", async () => {
  const { at } = pictures();
  expect((await piped([at("photos/b.png"), "-o", at("page.html"), ...SMALL]).ended).code).toBe(0);
  expect(readFileSync(at("page.html"), "utf8")).toMatch(/^<!doctype html>/i);
  expect((await piped([at("photos/b.png"), "-o", at("page.png"), ...SMALL]).ended).code).toBe(0);
  expect(readFileSync(at("page.png")).toString("latin1")).toMatch(/^\x89PNG/);
  const { code, errors } = await piped([at("photos/b.png"), "-o", at("page.pdf")]).ended;
  expect(code).toBe(2);
  expect(errors).toContain(
    "No format has the extension .pdf. Use one of .txt, .ans, .html, .json, .svg, .png, or give `--format`.",
  );
});

test("writes nothing if the command line is invalid", async () => {
  const { at, folder } = pictures();
  const before = readdirSync(folder);
  for (const [words, sentence] of [
    [[at("photos"), "-f", "html"], "Several pictures in html need a folder"],
    [[at("photos"), "-f", "png"], "Several pictures in png need a folder"],
    [[at("photos"), "-o", at("photos/b.png")], "is a file, and there are several pictures. Name a folder"],
    [
      [at("photos/b.png"), at("photos/deeper/c.png"), "-o", at("one.html")],
      "one.html is a file, and there are several pictures. Name a folder: --out art --format html",
    ],
    [[at("photos"), "-o", at("film.cast")], "film.cast is a file, and there are several pictures. Name a folder"],
    [[at("photos/b.png"), "-f", "text", "-o", at("photos/b.png")], "is a picture and would be replaced by its art"],
    [
      [at("photos/b.png"), at("photos/deeper/c.png"), at("photos/deeper/../b.png"), "-o", at("art")],
      "Two pictures would be",
    ],
  ] as const) {
    const { code, errors } = await piped(words).ended;
    expect(errors).toContain(sentence);
    expect(code).toBe(2);
  }
  expect(readdirSync(folder)).toEqual(before);
  expect(readFileSync(at("photos/b.png"))).toEqual(readFileSync(fixture("sprite.png")));
});

test("exits 1 for a folder without images and for one that is not writable", async () => {
  const { at } = pictures();
  mkdirSync(at("empty"));
  expect(await piped([at("empty")]).ended).toMatchObject({
    code: 1,
    errors: `lumiglyph: ${at("empty")}: there is no picture in it.\n`,
  });
  const into = await piped([at("photos/b.png"), "-o", at("nowhere/b.txt")]).ended;
  expect(into).toMatchObject({
    code: 1,
    errors: `lumiglyph: ${at("nowhere/b.txt")}: there is no such folder. Make it first.\n`,
  });
});

test("stops on a signal between two images, with the signal's exit code and no partial file", async () => {
  const { at } = pictures();
  for (let i = 0; i < 40; i++) copyFileSync(fixture("koi.png"), at(`photos/koi-${10 + i}.png`));
  const running = inTerminal([at("photos"), "--out", at("art"), "--columns", "200"]);
  await running.says("/43");
  running.child.stdin.write("\x03");
  const { code, out } = await running.ended;
  expect(code).toBe(130);
  expect(out).toContain("\r\x1b[K");
  const written = readdirSync(at("art"));
  expect(written.length).toBeLessThan(43);
  expect(written.filter((name) => !name.endsWith(".txt"))).toEqual([]);
});
