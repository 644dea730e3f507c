import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { programPath } from "../support/programs.ts";
import { emptyFolder, fixture, inTerminal, LUMIGLYPH } from "./support/lumiglyph.ts";

vi.setConfig({ testTimeout: 120_000 });

const COMMAND = LUMIGLYPH.join(" ");

describe("tmux, 80 × 24", () => {
  /** A shell in a separate tmux. */
  const startTmux = (folder: string) => {
    const socket = join(folder, "tmux");
    const tmux = (...words: string[]) =>
      execFileSync(programPath("tmux"), ["-S", socket, "-f", "/dev/null", ...words], { encoding: "utf8" });
    tmux("new-session", "-d", "-x", "80", "-y", "24", "env", "PS1=$ ", programPath("bash"), "--norc");
    onTestFinished(() => void tmux("kill-server"));
    const log = join(folder, "log");
    tmux("pipe-pane", `cat > ${log}`);
    return {
      type: (line: string) => void tmux("send-keys", line, "Enter"),
      key: (name: string) => void tmux("send-keys", name),
      screen: () => tmux("capture-pane", "-p"),
      sent: () => readFileSync(log, "latin1"),
    };
  };

  test("plays 40 frames for 20 seconds, at 15 a second or more and with a quarter of the bytes, then all is as before", async () => {
    const folder = emptyFolder();
    await writeFilm(join(folder, "film.gif"));
    const { type, key, screen, sent } = startTmux(folder);
    type("echo before");
    await expect.poll(screen).toContain("before\n$");
    const line = `${COMMAND} ${join(folder, "film.gif")} --colors truecolor`;
    type(line);
    const frames = (): readonly string[] => sent().split("\x1b[?2026h").slice(1);
    await expect.poll(() => frames().length, { timeout: 30_000 }).toBeGreaterThan(40);
    const [begun, first] = [performance.now(), frames().length];
    await sleep(20_000);
    const seen = frames();
    const rate = (1000 * (seen.length - first)) / (performance.now() - begun);
    const mean = seen.slice(1, -1).reduce((sum, { length }) => sum + length, 0) / (seen.length - 2);
    console.log(`${rate.toFixed(1)} frames a second, ${(mean / seen[0]!.length).toFixed(2)} of a full frame's bytes`);
    expect(rate).toBeGreaterThan(15);
    expect(mean).toBeLessThan(seen[0]!.length / 4);
    key("C-c");
    await expect.poll(screen, { timeout: 10_000 }).toMatch(/before\n\$ [\s\S]*\n\$\s*$/);
    expect(screen()).not.toMatch(/rgb:|\^\[/);
  });

  test("a picture fits, and no answer is left on the line", async () => {
    const folder = emptyFolder();
    const { type, screen } = startTmux(folder);
    type(`clear; ${COMMAND} ${fixture("portrait.png")} --no-color; echo done`);
    await expect.poll(screen, { timeout: 30_000 }).toContain("done\n");
    await sleep(500);
    const lines = screen().trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.slice(-2)).toEqual(["done", "$"]);
  });
});

/** A light that circles over a picture. */
const writeFilm = async (path: string): Promise<void> => {
  const [width, height, frames] = [320, 240, 40];
  const still = await sharp(fixture("koi.png")).resize(width, height, { fit: "cover" }).removeAlpha().raw().toBuffer();
  const pages = Array.from({ length: frames }, (_, frame) => {
    const turn = (2 * Math.PI * frame) / frames;
    const [left, top] = [width * (0.5 + 0.35 * Math.cos(turn)), height * (0.5 + 0.3 * Math.sin(turn))];
    return Buffer.from(still).map((byte, i) => {
      const pixel = Math.floor(i / 3);
      const far = Math.hypot((pixel % width) - left, Math.floor(pixel / width) - top);
      return far < 28 ? [255, 220, 80][i % 3]! * (1 - far / 40) : byte;
    });
  });
  const raw = { width, height: frames * height, channels: 3, pageHeight: height } as const;
  const delay = Array<number>(frames).fill(50);
  writeFileSync(path, await sharp(Buffer.concat(pages), { raw }).gif({ delay, loop: 0, dither: 0.6 }).toBuffer());
};

describe("xterm", () => {
  /** What a command wrote to an xterm with these colors. */
  const inXterm = async (words: string, colors: readonly string[]): Promise<string> => {
    const folder = emptyFolder();
    const [log, display] = [join(folder, "log"), `:${100 + (process.pid % 400)}`];
    const server = spawn(programPath("Xvfb"), [display, "-screen", "0", "1200x800x24"], { stdio: "ignore" });
    onTestFinished(() => void server.kill());
    const env = { ...process.env, DISPLAY: display, COLORTERM: "" };
    const line = `script -qefc '${COMMAND} ${words}' ${log}`;
    // the server takes a moment
    for (let tries = 0; tries < 20; tries++) {
      const xterm = spawn(programPath("xterm"), ["-geometry", "80x24", ...colors, "-e", "bash", "-c", line], {
        env,
        stdio: "ignore",
      });
      const [code] = await once(xterm, "exit");
      if (code === 0) break;
      await sleep(250);
    }
    return readFileSync(log, "utf8");
  };

  test("reports its properties: all colors, and a light background", async () => {
    const portrait = fixture("portrait.png");
    expect(await inXterm(portrait, ["-bg", "black", "-fg", "white"])).toContain("\x1b[38;2;");
    const light = await inXterm(`${portrait} --no-color --columns 40 --cell-aspect 0.5`, [
      "-bg",
      "white",
      "-fg",
      "black",
    ]);
    const dark = await inXterm(`${portrait} --no-color --columns 40 --cell-aspect 0.5`, [
      "-bg",
      "black",
      "-fg",
      "white",
    ]);
    const first = (log: string): string => log.split("\x1b[c")[1]!.split("\r\n")[0]!.trim();
    expect([first(light).length, first(dark).length]).toEqual([40, 0]);
  });
});

test("nothing waits longer than 150 ms for a terminal that never answers", async () => {
  const timed = async (isAsked: boolean): Promise<number> => {
    const begun = performance.now();
    await inTerminal([fixture("sprite.png"), "--columns", "20"], { isAsked }).ended;
    return performance.now() - begun;
  };
  const [asked, not] = [[] as number[], [] as number[]];
  for (let round = 0; round < 9; round++) {
    asked.push(await timed(true));
    not.push(await timed(false));
  }
  // the terminal is queried before the engine loads, so most of the wait is hidden
  const wait = Math.min(...asked) - Math.min(...not);
  console.log(`${wait.toFixed(0)} ms of ${Math.min(...not).toFixed(0)}`);
  expect(wait).toBeLessThan(150);
});
