import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal with a size in characters. */
type MaybeTerminal = { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };

/** The streams and environment of a command. */
export type Streams = {
  readonly stdin: Readable & MaybeTerminal;
  readonly stdout: Output;
  readonly stderr: MaybeTerminal & { write(text: string): unknown };
  readonly env: Environment;
};

/** The output stream. */
export type Output = Writable & MaybeTerminal;

export type Environment = { readonly [name: string]: string | undefined };

/** The reader closed the output, as `head` does. This is not an error. */
export class ReaderClosed extends Error {}

/** Writes and waits until it is flushed. Throws `ReaderClosed` if the reader is gone. */
export const print = (stdout: Output, text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => stdout.write(text, (error) => (error ? reject(new ReaderClosed()) : resolve())));

/** Writes a message to standard error. */
export const warn = (stderr: Streams["stderr"], message: string): void => void stderr.write(`lumiglyph: ${message}\n`);

/** Exit codes. Help and reference are generated from them. */
export const EXIT = {
  done: { code: 0, says: "success" },
  failed: { code: 1, says: "at least one file could not be read, rendered, decoded or written; the others were" },
  usage: { code: 2, says: "invalid command line; nothing was done" },
  interrupted: { code: 130, says: "interrupted, for example by Ctrl+C; no partial file is left behind" },
} as const satisfies { readonly [name: string]: { readonly code: number; readonly says: string } };

/** An invalid command line. Its message explains why, one sentence per line. */
export class UsageError extends Error {}

/** A failure with one file. Its message names the file and the reason; other files continue. */
export class FileError extends Error {}

/** The error for a file that cannot be read. */
export const unreadable = (name: string, error: unknown, advice = ""): FileError =>
  new FileError(
    `${name}: ${isMissing(error) ? "there is no such file" : `it cannot be read${codeOf(error)}`}.${advice}`,
  );

/** The error for a file that cannot be written. */
export const unwritable = (name: string, error: unknown): FileError =>
  new FileError(
    `${name}: ${isMissing(error) ? "there is no such folder. Make it first" : `it cannot be written${codeOf(error)}`}.`,
  );

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

const codeOf = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? "" : ` (${code})`;
};
