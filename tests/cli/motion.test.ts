import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { programPath } from "../support/programs.ts";
import { emptyFolder, inTerminal, piped } from "./support/lumiglyph.ts";

// a busy machine is slow to start a process
vi.setConfig({ testTimeout: 60_000 });

const [ENTER, LEAVE] = ["\x1b[?1049h\x1b[?25l", "\x1b[0m\x1b[?25h\x1b[?1049l"];

/** A film of a dark bar that moves over a wall in colors: frames, milliseconds of each, how often it plays. */
const film = async (frames: number, delay: number, loop: number, folder = emptyFolder()): Promise<string> => {
  const [width, height] = [96, 64];
  const pages = Array.from({ length: frames }, (_, frame) =>
    Buffer.from(
      Array.from({ length: width * height }, (_, i) => {
        const isBar = Math.abs((i % width) - (frame * width) / frames) < 2;
        return isBar ? [20, 20, 20] : [160, 2 * (i % width), 90 + Math.floor(i / width)];
      }).flat(),
    ),
  );
  const raw = { width, height: frames * height, channels: 3, pageHeight: height } as const;
  const path = join(folder, "film.gif");
  writeFileSync(
    path,
    await sharp(Buffer.concat(pages), { raw })
      .gif({ delay: Array(frames).fill(delay), loop })
      .toBuffer(),
  );
  return path;
};

const framesIn = (out: string): readonly string[] => out.split("\x1b[?2026h").slice(1);

test("plays in place on the alternate screen, and sends only changes", async () => {
  const { out, code } = await inTerminal([await film(12, 100, 1), "--loop", "2"]).ended;
  expect(code).toBe(0);
  expect(out.startsWith(ENTER)).toBe(true);
  expect(out.endsWith(LEAVE)).toBe(true);
  const [first, ...more] = framesIn(out);
  expect(more.length).toBeGreaterThan(6);
  const mean = more.reduce((sum, { length }) => sum + length, 0) / more.length;
  expect(mean).toBeLessThan(first!.length / 2);
});

test.each(["SIGINT", "SIGTERM"] as const)("the screen is restored after %s", async (signal) => {
  const running = inTerminal([await film(12, 40, 0)]);
  await running.says("\x1b[?2026l");
  if (signal === "SIGINT") running.child.stdin.write("\x03");
  else {
    const { pid } = running.child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    process.kill(Number(children[0]), signal);
  }
  const { out } = await running.ended;
  expect(out).toContain(LEAVE);
  expect(out.slice(out.indexOf(LEAVE) + LEAVE.length).replaceAll(/\^C|\s/g, "")).toBe("");
});

test("the screen is restored after an error during playback", async () => {
  const folder = emptyFolder();
  const path = join(folder, "film.png");
  spawnSync(programPath("ffmpeg"), ["-v", "error", "-i", await film(6, 150, 1, folder), "-f", "apng", path]);
  const bytes = readFileSync(path);
  // the last frame's pixels
  bytes.fill(0, bytes.lastIndexOf("fdAT") + 12, bytes.length - 12);
  writeFileSync(path, bytes);
  const { out, code } = await inTerminal([path]).ended;
  expect(framesIn(out).length).toBeGreaterThan(2);
  expect(out.slice(out.lastIndexOf(LEAVE))).toContain("film.png: ");
  expect(code).toBe(1);
});

test("--no-animate, a pipe and --watch show the first frame", async () => {
  const path = await film(3, 40, 0);
  const { out } = await piped([path]).ended;
  expect(out.split("\n").length).toBeGreaterThan(10);
  expect((await inTerminal([path, "--no-animate"]).ended).out).not.toContain(ENTER);
});

test("--out film.cast writes a recording that plays the same frames", async () => {
  const folder = emptyFolder();
  const path = await film(6, 50, 0, folder);
  const cast = join(folder, "film.cast");
  expect((await piped([path, "--out", cast, "--columns", "40"]).ended).code).toBe(0);
  const [header, ...events] = readFileSync(cast, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({ version: 3, term: { cols: 40, rows: 13 }, title: "film.gif" });
  expect(events).toHaveLength(7);
  expect(events.map(([delay]) => delay)).toEqual([0, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05]);
  expect(events.every(([, kind]) => kind === "o")).toBe(true);
});

test("a still picture is not a film", async () => {
  const folder = emptyFolder();
  const path = join(folder, "still.png");
  writeFileSync(
    path,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
  const { code, errors } = await piped([path, "--out", join(folder, "a.cast")]).ended;
  expect(code).toBe(1);
  expect(errors).toContain("still.png: not animated. A .cast needs an animated GIF, WebP or PNG.");
});
