import { ERRORS, type ErrorCode } from "./errors.ts";
import type { FieldOrigin } from "./field.ts";

/** What a field of a request breaks, and the figures for a sentence about it. */
export type Rule =
  /** Its row in the table. `type` is the value's type, or null for text where text is expected. */
  | { readonly kind: "row"; readonly type: string | null }
  /** Its name is a parameter's. */
  | { readonly kind: "known" }
  | { readonly kind: "once"; readonly times: number; readonly origin: FieldOrigin }
  /** It has the same value everywhere. */
  | { readonly kind: "same"; readonly other: string }
  /** Either `charset` or `characters`. */
  | { readonly kind: "one-ramp" }
  /** Only text has a number of characters. */
  | { readonly kind: "text-format" }
  /** The shortest page has `shortest` characters and fits a limit of at least `least`. */
  | { readonly kind: "shortest-page"; readonly format: string; readonly shortest: number; readonly least: number }
  /** Exactly one image source, where it is allowed. */
  | { readonly kind: "source" }
  /** A file, not text. */
  | { readonly kind: "file" }
  /** A file has the name `image`. */
  | { readonly kind: "file-name" }
  | { readonly kind: "type"; readonly type: "string" | "path" }
  | { readonly kind: "base64" }
  | { readonly kind: "url-length"; readonly length: number; readonly most: number };

/** A problem with one field of a request. Each surface has its own sentence for it: `words.ts`. */
export type Problem = {
  readonly code: ErrorCode;
  readonly parameter: string;
  /** As it was given, short and on one line. */
  readonly given: string;
  readonly rule: Rule;
  /** The nearest name or choice. */
  readonly suggestion?: string;
};

/** What is wrong with a request as a whole or with its image, and the figures for a sentence about it. */
export type Fact =
  /** The error's row in the table says it all. */
  | { readonly kind: "row" }
  | { readonly kind: "fields"; readonly most: number; readonly parameters: number }
  | GridFact
  | { readonly kind: "png"; readonly width: number; readonly height: number; readonly most: number }
  /** The name of the image's format if it is known, and of those that are accepted. */
  | { readonly kind: "format"; readonly given: string | null; readonly accepted: readonly string[] }
  | { readonly kind: "side"; readonly width: number; readonly height: number; readonly most: number }
  | {
      readonly kind: "pixels";
      readonly width: number;
      readonly height: number;
      readonly most: number;
      readonly format: string;
    }
  | { readonly kind: "scans" }
  | { readonly kind: "metadata" };

/** A grid that is too large for an image of this size. */
export type GridFact = {
  readonly kind: "grid";
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** The most columns that fit; null if none do. */
  readonly fitting: number | null;
};

/**
 * An error from the table, thrown until it becomes a response. HTTP, the tool and the command line put its `problems` or
 * its `fact` in their own words; without either they use the message. The message is public and never an
 * exception's own text.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  readonly fact: Fact | null;

  constructor(code: ErrorCode, message: string, problems: readonly Problem[] = [], fact: Fact | null = null) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.problems = problems;
    this.fact = fact;
  }
}

/** The arguments that construct the same refusal in another thread or process. */
export const partsOf = ({ code, message, problems, fact }: Refusal): ConstructorParameters<typeof Refusal> => [
  code,
  message,
  problems,
  fact,
];

/** A refusal with the table's own sentence. */
export const refusalFor = (code: ErrorCode): Refusal => new Refusal(code, ERRORS[code].says, [], { kind: "row" });
