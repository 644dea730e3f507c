import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GridSize } from "@lumiglyph/contract";
import { type Rounds, race, type Times } from "./stopwatch.ts";

/** Wall milliseconds chafa takes to draw a picture in ASCII, its start taken off; null where there is no chafa. */
export const chafaTime = async (
  bytes: Uint8Array,
  { columns, rows }: GridSize,
  rounds: Rounds,
): Promise<{ readonly name: string; readonly times: Times } | null> => {
  const { status, stdout } = spawnSync("chafa", ["--version"], { encoding: "utf8" });
  if (status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-bench-"));
  try {
    const file = join(folder, "picture");
    writeFileSync(file, bytes);
    const { start, whole } = await race(
      { start: () => run(["--version"]), whole: () => run([...PLAIN_ASCII, "--size", `${columns}x${rows}`, file]) },
      rounds,
    );
    return { name: `${stdout.split("\n")[0]!.trim()}, less its start`, times: less(whole, start) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const less = (whole: Times, start: Times): Times => ({
  median: whole.median - start.median,
  least: whole.least - start.least,
});

const PLAIN_ASCII = ["--format", "symbols", "--colors", "none", "--symbols", "ascii", "--fg-only", "--stretch"];

const run = (args: readonly string[]): void => {
  const { status, error } = spawnSync("chafa", args, { stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 26 });
  if (status !== 0) throw error ?? new Error(`chafa ${args.join(" ")} ended with ${status}`);
};
