/** A flag of a command line: all that its reader, the help and the shell's completion have to know. */
export type Flag = {
  /** The letter that stands for it after a single dash. */
  readonly short?: string;
  /** What stands for its value in the help. A flag without one is a switch. */
  readonly value?: string;
  /** The values that it takes, where they can be listed. */
  readonly choices?: readonly string[];
  /** What its value names, where that is a path. */
  readonly path?: PathKind;
  /** Whether `--no-` before its name says the opposite. */
  readonly negatable?: true;
  readonly says: string;
  /** The values that it takes, in words, where they are not listed. */
  readonly allowed?: string;
  /** What it is unless it is given, in words. */
  readonly unless?: string;
};

export type PathKind = "file" | "folder";

/** Flags by their long names, without dashes. */
export type Flags = { readonly [name: string]: Flag };
