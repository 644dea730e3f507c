import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Refusal } from "@lumiglyph/contract";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { openFolder } from "../../apps/service/src/mcp/folder.ts";

const ATTACKER = fileURLToPath(new URL("folder-attacker.ts", import.meta.url));
/** For each of four ways to attack: 5,000 in all, or 320. */
const TRIES = inject("allCases") ? 1250 : 80;

let outer: string;
let root: string;
beforeEach(() => {
  outer = realpathSync(mkdtempSync(join(tmpdir(), "lumiglyph-race-")));
  root = join(outer, "root");
  for (const name of ["root/inner", "outside"]) mkdirSync(join(outer, name), { recursive: true });
  writeFileSync(join(root, "inner/a.png"), "inside");
  for (const name of ["a.png", "same.txt"]) writeFileSync(join(outer, "outside", name), "secret");
});
afterEach(() => rmSync(outer, { recursive: true }));

/** Runs work while a process attacks, which then reverts its changes. */
const attacked = async (way: string, work: () => Promise<void>): Promise<void> => {
  const attacker = spawn(process.execPath, [ATTACKER, outer, way], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(attacker, "exit");
  try {
    await once(attacker.stdout, "data");
    await work();
  } finally {
    writeFileSync(join(outer, "stop"), "");
    await exited;
  }
};

/** The files outside, by name. */
const outside = () =>
  Object.fromEntries(
    readdirSync(join(outer, "outside")).map((name) => [name, readFileSync(join(outer, "outside", name), "utf8")]),
  );

/**
 * Repeats until one attempt has succeeded and, under attack, one was refused. Otherwise the test
 * would prove nothing.
 */
const tryOften = async (isAttacked: boolean, attempt: (at: number) => Promise<unknown>): Promise<void> => {
  let [succeeded, refused] = [0, 0];
  for (let at = 0; at < TRIES || succeeded === 0 || (isAttacked && refused === 0); at++) {
    try {
      await attempt(at);
      succeeded++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused++;
    }
  }
};

test.each(["link", "move", "root", "file"])(
  "nothing is written or read outside the folder while a process attacks it: %s (answers 5.10)",
  async (way) => {
    const folder = openFolder(root, 100);
    const before = outside();
    const read = new Set<string>();
    await attacked(way, async () => {
      await tryOften(true, async (at) => {
        // every second one replaces the same file
        const put = await folder.output(at % 2 === 0 ? "inner/same.txt" : `inner/art-${at}.txt`, "txt");
        await put(Buffer.from(`art ${at}`));
      });
      await tryOften(false, async () => {
        read.add(Buffer.from(await folder.read("inner/a.png")).toString());
      });
    });
    expect(outside()).toEqual(before);
    expect([...read]).toEqual(["inside"]);
  },
);

test("the same attack succeeds against a path that is checked, and then written to", async () => {
  const inner = join(root, "inner");
  const before = Object.keys(outside()).length;
  await attacked("link", async () => {
    const end = performance.now() + 20_000;
    for (let at = 0; Object.keys(outside()).length === before && performance.now() < end; at++) {
      try {
        if (realpathSync(inner) === inner) writeFileSync(join(inner, `art-${at}.txt`), "art", { flag: "wx" });
      } catch {
        // the folder is being replaced
      }
    }
  });
  expect(Object.keys(outside()).length).toBeGreaterThan(before);
});
