import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "@lumiglyph/cli";
import { ROOT } from "../../pack/published.ts";

/** What a command line of ours leaves: the file that it names behind `--out`, or what it prints. */
export const outcomeOf = async (command: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-gallery-"));
  try {
    const [, ...words] = command.split(" ").map((word) => word.replaceAll("'", ""));
    const out = words.indexOf("--out") + 1;
    const file = join(folder, words[out]!);
    const printed = await outputOf(words.map((word, at) => (at === out && out > 0 ? file : inRoot(word))));
    return out > 0 ? readFileSync(file, "utf8") : printed;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const inRoot = (word: string): string => (word.startsWith("fixtures/") ? join(ROOT, word) : word);

const outputOf = async (words: readonly string[]): Promise<string> => {
  const stdout = new PassThrough();
  const printed = text(stdout);
  let complaint = "";
  const stderr = { write: (said: string) => (complaint += said) };
  const code = await run(words, { stdin: new PassThrough(), stdout, stderr, env: {} });
  stdout.end();
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${complaint}`);
  return printed;
};
