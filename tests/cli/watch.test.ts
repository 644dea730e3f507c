import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { emptyFolder, fixture, inTerminal, piped } from "./support/lumiglyph.ts";

vi.setConfig({ testTimeout: 60_000 });

const SMALL = ["--columns", "24"];

const art = async (picture: string) => (await piped([picture, ...SMALL]).ended).out;

test("renders again when the file is written or replaced", async () => {
  const folder = emptyFolder();
  const picture = join(folder, "a.png");
  copyFileSync(fixture("sprite.png"), picture);
  const [sprite, koi, ramp] = await Promise.all(
    ["sprite.png", "koi.png", "charts/ramp.png"].map((name) => art(fixture(name))),
  );
  const running = piped([picture, "--watch", ...SMALL]);
  await running.says(sprite!);
  writeFileSync(picture, readFileSync(fixture("koi.png")));
  await running.says(sprite! + koi!);
  copyFileSync(fixture("charts/ramp.png"), join(folder, "next"));
  renameSync(join(folder, "next"), picture);
  expect(await running.says(sprite! + koi! + ramp!)).toBe(sprite! + koi! + ramp!);
  running.child.kill("SIGINT");
  expect((await running.ended).signal).toBe("SIGINT");
});

test("renders a new file in a watched folder, and no other again", async () => {
  const folder = emptyFolder();
  const at = (name: string) => join(folder, name);
  copyFileSync(fixture("sprite.png"), at("a.png"));
  const running = inTerminal([folder, "--watch", "--out", at("art"), ...SMALL]);
  await running.says("Ctrl+C ends it");
  writeFileSync(at("art/a.txt"), "untouched");
  copyFileSync(fixture("charts/ramp.png"), at("b.png"));
  await vi.waitUntil(() => existsSync(at("art/b.txt")), { timeout: 20_000, interval: 50 });
  expect(readFileSync(at("art/b.txt"), "utf8")).toBe(await art(fixture("charts/ramp.png")));
  expect(readFileSync(at("art/a.txt"), "utf8")).toBe("untouched");
  running.child.stdin.write("\x03");
  expect((await running.ended).code).toBe(130);
});

test("clears the terminal and shows the whole art again", async () => {
  const picture = join(emptyFolder(), "a.png");
  copyFileSync(fixture("portrait.png"), picture);
  const running = inTerminal([picture, "-w"], { columns: 100, rows: 20, env: { NO_COLOR: "1" } });
  const first = await running.says("Ctrl+C ends it");
  expect(first.split("\r\n").length).toBeLessThanOrEqual(20);
  copyFileSync(fixture("charts/ramp.png"), picture);
  await running.says("\x1b[H\x1b[2J");
  running.child.stdin.write("\x03");
  expect((await running.ended).code).toBe(130);
});

test("reports a file that is incomplete for a moment and renders it once it is complete", async () => {
  const picture = join(emptyFolder(), "a.png");
  copyFileSync(fixture("sprite.png"), picture);
  const running = piped([picture, "--watch", ...SMALL]);
  const sprite = await art(fixture("sprite.png"));
  await running.says(sprite);
  copyFileSync(fixture("bad/truncated.png"), picture);
  const errors = new Promise((resolve) => running.child.stderr.once("data", (piece: Buffer) => resolve(String(piece))));
  expect(await errors).toMatch(/^lumiglyph: .*a\.png: /);
  copyFileSync(fixture("sprite.png"), picture);
  await running.says(sprite + sprite);
});

test("ends quietly when the pipe is closed", async () => {
  const picture = join(emptyFolder(), "a.png");
  copyFileSync(fixture("sprite.png"), picture);
  const running = piped([picture, "--watch", ...SMALL]);
  await running.says("\n");
  running.child.stdout.destroy();
  copyFileSync(fixture("koi.png"), picture);
  expect(await running.ended).toMatchObject({ code: 0, errors: "" });
});
