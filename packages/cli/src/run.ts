import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { Refusal, VERSION } from "@lumiglyph/contract";
import { readCommand, UsageError } from "./flags.ts";
import { help } from "./help.ts";
import { renderBytes } from "./render-file.ts";

/** Where a command reads from and writes to. */
export type Streams = {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
};

/** Carries out a command line; its exit code is 0, 1 for a picture that cannot be drawn, 2 for a wrong command. */
export const run = async (words: readonly string[], { stdin, stdout, stderr }: Streams): Promise<number> => {
  try {
    const command = readCommand(words);
    if (command.kind === "help") stdout.write(help());
    else if (command.kind === "version") stdout.write(`${VERSION}\n`);
    else stdout.write(await renderBytes(await readImage(command.image, stdin), command.parsed));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) return tell(stderr, `${error.message}\nlumiglyph --help lists every flag.`, 2);
    if (error instanceof Refusal) return tell(stderr, error.message, 1);
    throw error;
  }
};

const readImage = async (image: string, stdin: NodeJS.ReadableStream): Promise<Uint8Array> => {
  if (image === "-") return buffer(stdin);
  try {
    return await readFile(image);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such file" : "it cannot be read";
    throw new UsageError(`${image}: ${reason}.`);
  }
};

const tell = (stderr: Streams["stderr"], message: string, code: number): number => {
  stderr.write(`lumiglyph: ${message}\n`);
  return code;
};
