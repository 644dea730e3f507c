import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { INPUT_FORMAT_NAMES } from "@lumiglyph/contract";
import { describe, expect, test } from "vitest";
import { needs } from "../../../../../tests/support/programs.ts";
import { spawnWorker, type WorkerCommand, workerCommand } from "./command.ts";
import { createRenderPool } from "./render-pool.ts";

// in unit-restrictions.ts
needs("systemd-analyze");

const EPERM = 1;
const EMFILE = 24;
const ENOSYS = 38;

const shipped = workerCommand({ SERVICE_WORKER_SEAL: "required" });
const file = (name: string) => fileURLToPath(new URL(`../../testing/${name}`, import.meta.url));

/** A worker's command with additional Node flags. */
const withFlags = ({ file, args }: WorkerCommand, ...flags: string[]): WorkerCommand => {
  const start = args.indexOf("--permission");
  return { file, args: args.toSpliced(start + 1, 0, ...flags) };
};

/** Attacks from inside a worker, before it is sealed and afterwards: each with its outcome. */
const attack = async (command: WorkerCommand, query = "") => {
  const probe = file("native-probe.ts");
  const child = spawnWorker(withFlags(command, `--allow-fs-read=${probe}`, `--import=file://${probe}${query}`));
  try {
    const lines = createInterface({ input: child.stderr as Readable });
    const [before] = await once(lines, "line");
    // the first message means ready
    await once(child.stdio[3] as Readable, "data");
    child.kill("SIGUSR2");
    const [after] = await once(lines, "line");
    return { before: JSON.parse(before), after: JSON.parse(after) };
  } finally {
    child.kill("SIGKILL");
  }
};

/** The same command inside another program. */
const inside = (program: string, args: readonly string[], { file, args: own }: WorkerCommand): WorkerCommand => ({
  file: program,
  args: [...args, file, ...own],
});

/**
 * The reason why a command does not work here; null if it does. In CI, a missing program is a
 * failure.
 */
const lack = ([program = "", ...args]: readonly string[]): string | null => {
  const { error, status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (error === undefined) return status === 0 ? null : `\`${program}\` does not work here: ${stderr.trim()}`;
  const sentence = `\`${program}\` is not installed. On Debian: apt-get install util-linux.`;
  if (process.env["CI"]) throw new Error(sentence);
  return sentence;
};

/**
 * The allowances and restrictions of the systemd unit, as far as a process can apply them to
 * itself.
 */
const asUnit = inside("setpriv", ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"], {
  file: shipped.file,
  args: ["--disable-warning=ExperimentalWarning", file("unit-restrictions.ts"), shipped.file, ...shipped.args],
});

describe.runIf(process.platform === "linux")("native code in a sealed worker", () => {
  test.for([
    ["as a plain process", shipped, ["true"]],
    ["with the systemd unit's restrictions", asUnit, ["setpriv", "--no-new-privs", "--bounding-set=-all", "true"]],
    ["as in a container", inside("unshare", ["-r"], shipped), ["unshare", "-r", "true"]],
  ] as const)("opens, connects, starts, signals and reads nothing, %s", async ([_where, command, trial], { skip }) => {
    const reason = lack(trial);
    if (reason !== null) skip(reason);
    const { before, after } = await attack(command);
    // every attack worked before the seal
    expect(Object.values(before).filter((outcome) => outcome === "worked").length).toBeGreaterThan(15);
    const { "make a process with clone3": clone3, ...others } = after;
    // libc then starts threads with clone
    expect(clone3).toBe(ENOSYS);
    expect(Object.entries(others).filter(([, outcome]) => outcome !== EPERM)).toEqual([]);
  });

  test("escapes if the filter allows one call too many", async () => {
    const { after } = await attack(shipped, "?hole=openat,257,56");
    // the limit on descriptors still holds
    expect(after["open a system file"]).toBe(EMFILE);
    const signals = await attack(shipped, "?hole=kill,62,129");
    expect(signals.after["signal the service"]).toBe("worked");
  });
});

const { signal: never } = new AbortController();

/** Renders pictures of every format in a worker, and returns its log. */
const renderAll = async (command: WorkerCommand) => {
  const lines: string[] = [];
  const record = (sentence: string) => void lines.push(sentence);
  const log = { debug: () => {}, warn: record, error: record };
  const pool = createRenderPool({ command, workers: 1, deadlineMs: 60_000, clock: () => performance.now(), log });
  try {
    await pool.start();
    const limits = { formats: INPUT_FORMAT_NAMES, maxPixels: 40_000_000, maxSide: 12_000 };
    const bodies: string[] = [];
    for (const name of PICTURES) {
      const bytes = readFileSync(new URL(`../../../../../fixtures/${name}`, import.meta.url));
      const { body } = await pool.render({ bytes, options: { color: true, columns: 60 }, limits }, never);
      bodies.push(Buffer.from(body).toString("latin1"));
    }
    const { source } = await pool
      .render({ bytes: LARGE, options: { columns: 20 }, limits }, never)
      .catch((refusal) => ({ source: refusal.code }));
    bodies.push(JSON.stringify(source));
    return { bodies, lines, seal: pool.seal(), events: pool.events() };
  } finally {
    await pool.stop();
  }
};

const PICTURES = [
  ...["koi.png", "formats/sixteen-bit.png", "formats/interlaced.png", "formats/display-p3.png", "formats/palette.png"],
  ...["formats/baseline.jpg", "formats/progressive.jpg", "formats/cmyk.jpg", "formats/exif-6.jpg"],
  ...["formats/lossy.webp", "formats/lossless.webp", "formats/animated.webp", "formats/animated.gif"],
  "formats/picture.avif",
];

/** 7000 × 5700 gray pixels, lossless WebP: more than libvips keeps in memory by default. */
const LARGE = Buffer.from("UklGRh4AAABXRUJQVlA4TBEAAAAvV9uQBQdQxmoVuf+BiOh/AAA=", "base64");

/** A worker that may not call libc cannot seal itself. */
const unsealable = (seal: "preferred" | "required"): WorkerCommand => {
  const { file, args } = workerCommand({ SERVICE_WORKER_SEAL: seal });
  return { file, args: args.filter((flag) => flag !== "--allow-ffi") };
};

test("a sealed worker renders every format like an open one, and an open one is reported", async () => {
  const sealed = await renderAll(shipped);
  const open = await renderAll(unsealable("preferred"));
  expect(sealed.bodies).toEqual(open.bodies);
  expect(sealed.bodies.at(-1)).toBe('{"width":7000,"height":5700,"format":"webp"}');
  expect([sealed.seal, open.seal]).toEqual(["sealed", "open"]);
  expect(sealed.lines).toEqual([]);
  // once, not for each worker
  expect(open.lines).toEqual([expect.stringMatching(/^Render workers are not sealed, because node:ffi does not work/)]);
  expect(sealed.events.crashed + open.events.crashed).toBe(0);
});

test("with SERVICE_WORKER_SEAL=required, workers that cannot be sealed do not start", async () => {
  await expect(renderAll(unsealable("required"))).rejects.toThrow(
    /SERVICE_WORKER_SEAL=required, but node:ffi does not work .*\. Set it to preferred to run unsealed/,
  );
});
