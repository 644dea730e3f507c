import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Question } from "./options.ts";
import { median } from "./statistics.ts";

const ROOT = join(import.meta.dirname, "..");
const COMMAND = join(ROOT, "packages/lumiglyph/dist/bin/lumiglyph.js");
const PNG = join(ROOT, "fixtures/koi.png");
const JPEG = join(ROOT, "fixtures/formats/baseline.jpg");

const ROUNDS = 30;

/** Programs to start: name, arguments and, for ours, the maximum median as a multiple of Node's. */
const CONTENDERS: readonly { readonly name: string; readonly words: readonly string[]; readonly most?: number }[] = [
  { name: "node -e 0", words: [process.execPath, "-e", "0"] },
  { name: "lumiglyph --version", words: [process.execPath, COMMAND, "--version"], most: 1.6 },
  { name: "lumiglyph koi.png", words: [process.execPath, COMMAND, PNG, "--columns", "120"], most: 5 },
  { name: "lumiglyph koi.png --color", words: [process.execPath, COMMAND, PNG, "--columns", "120", "--color"] },
  {
    name: "lumiglyph koi.png --auto-optimize 0",
    words: [process.execPath, COMMAND, PNG, "-c", "120", "--auto-optimize", "0"],
  },
  { name: "chafa koi.png", words: ["chafa", "--size", "120x60", PNG] },
  { name: "jp2a baseline.jpg", words: ["jp2a", "--width=120", JPEG] },
];

/** The duration of a whole command, beside Node's own start and other tools. */
export const start: Question = {
  name: "start",
  asks: "How long does a whole command take, beside Node's own start?",
  async answer() {
    if (!existsSync(COMMAND)) return console.log("The command is not built: npm run build");
    const present = CONTENDERS.filter(({ words: [program] }) => spawnSync(program!, ["--version"]).status === 0);
    const times = new Map(present.map(({ name }) => [name, [] as number[]]));
    for (let round = -2; round < ROUNDS; round++) {
      for (const { name, words } of present) {
        const begun = performance.now();
        spawnSync(words[0]!, words.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
        // the first rounds fill the caches
        if (round >= 0) times.get(name)!.push(performance.now() - begun);
      }
    }
    const bare = median(times.get("node -e 0")!);
    for (const { name, most } of present) {
      const middle = median(times.get(name)!);
      const bound = most === undefined ? "" : `, wanted at most × ${most}`;
      console.log(`${name.padEnd(36)} ${middle.toFixed(0).padStart(5)} ms  × ${(middle / bare).toFixed(2)}${bound}`);
    }
  },
};
