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
