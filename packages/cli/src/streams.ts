import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal, and then knows its size in characters. */
type Shown = { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };

/** Where a command reads from and writes to, and the settings of whoever started it. */
export type Streams = {
  readonly stdin: Readable & Shown;
  readonly stdout: Output;
  readonly stderr: Shown & { write(text: string): unknown };
  readonly env: Environment;
};

/** Where what is drawn goes. */
export type Output = Writable & Shown;

export type Environment = { readonly [name: string]: string | undefined };

/** Whoever reads the output has had enough of it, as `head` has: there is nothing left to do. */
export class ReaderLeft extends Error {}

/** Writes, and waits until it is taken; throws a `ReaderLeft` where nobody takes it any more. */
export const print = (stdout: Output, text: string): Promise<void> =>
  new Promise((resolve, reject) => stdout.write(text, (error) => (error ? reject(new ReaderLeft()) : resolve())));

/** Tells whoever started the command something that is no part of its output. */
export const tell = (stderr: Streams["stderr"], message: string): void => void stderr.write(`lumiglyph: ${message}\n`);

/** What a command line may end with. The help and the reference are made of it. */
export const EXIT = {
  done: { code: 0, says: "everything asked for is done" },
  failed: { code: 1, says: "a file could not be read, drawn, decoded or written; all others were" },
  usage: { code: 2, says: "the command line is wrong; nothing was done" },
  interrupted: { code: 130, says: "interrupted, as by Ctrl+C; no file is left half written" },
} as const satisfies { readonly [name: string]: { readonly code: number; readonly says: string } };

/** A command line that cannot be carried out; its message tells the person who typed it why, a sentence a line. */
export class UsageError extends Error {}

/** What could not be done with one file; its message names the file and tells why. Others may still be done. */
export class FileTrouble extends Error {}

/** The trouble that the system had with reading a file. */
export const unreadable = (name: string, error: unknown, advice = ""): FileTrouble =>
  new FileTrouble(
    `${name}: ${isMissing(error) ? "there is no such file" : `it cannot be read${codeOf(error)}`}.${advice}`,
  );

/** The trouble that the system had with writing a file. */
export const unwritable = (name: string, error: unknown): FileTrouble =>
  new FileTrouble(
    `${name}: ${isMissing(error) ? "there is no such folder. Make it first" : `it cannot be written${codeOf(error)}`}.`,
  );

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

const codeOf = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? "" : ` (${code})`;
};
