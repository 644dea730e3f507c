import type { Options } from "./options.ts";

/** One thing worth measuring. */
export type Question = {
  readonly name: string;
  /** The question itself. */
  readonly asks: string;
  /** Measures, and prints what came out. */
  readonly answer: (options: Options) => Promise<void>;
};
