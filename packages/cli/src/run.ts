import { readFile, writeFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Refusal, VERSION } from "@lumiglyph/contract";
import { UnreadableArt } from "@lumiglyph/engine";
import type { Command } from "./command.ts";
import { decodeBytes } from "./decode-file.ts";
import { readCommand } from "./flags.ts";
import { help } from "./help.ts";
import { renderBytes } from "./render-file.ts";
import { serveMcp } from "./serve-mcp.ts";
import { UsageError } from "./usage-error.ts";

/** Where a command reads from and writes to, and the settings of whoever started it. */
export type Streams = {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: { write(text: string): unknown };
  readonly env: { readonly [name: string]: string | undefined };
};

/** Carries out a command line; its exit code is 0, 1 for what cannot be drawn or decoded, 2 for a wrong command. */
export const run = async (words: readonly string[], streams: Streams): Promise<number> => {
  const { stdout, stderr } = streams;
  try {
    stdout.write(await carryOut(readCommand(words), streams));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) return tell(stderr, `${error.message}\nlumiglyph --help lists every flag.`, 2);
    if (error instanceof Refusal || error instanceof UnreadableArt) return tell(stderr, error.message, 1);
    throw error;
  }
};

/** What the command prints. */
const carryOut = async (command: Command, streams: Streams): Promise<string> => {
  const { stdin } = streams;
  switch (command.kind) {
    case "help":
      return help();
    case "version":
      return `${VERSION}\n`;
    case "render":
      return renderBytes(await readInput(command.image, stdin), command.parsed);
    case "decode":
      await writeOutput(command.out, await decodeBytes(await readInput(command.art, stdin), command));
      return "";
    case "mcp":
      await serveMcp(command, streams);
      return "";
  }
};

const readInput = async (file: string, stdin: Readable): Promise<Uint8Array> => {
  if (file === "-") return buffer(stdin);
  try {
    return await readFile(file);
  } catch (error) {
    const reason = isMissing(error) ? "there is no such file" : "it cannot be read";
    throw new UsageError(`${file}: ${reason}.`);
  }
};

const writeOutput = async (file: string, bytes: Uint8Array): Promise<void> => {
  try {
    await writeFile(file, bytes);
  } catch (error) {
    const reason = isMissing(error) ? "there is no such folder" : "it cannot be written";
    throw new UsageError(`${file}: ${reason}.`);
  }
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

const tell = (stderr: Streams["stderr"], message: string, code: number): number => {
  stderr.write(`lumiglyph: ${message}\n`);
  return code;
};
