import type { ErrorCode, Problem } from "./errors.ts";

/** A failure from the table, on its way to whoever answers the caller. Its message is public: never an exception's own text. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];

  constructor(code: ErrorCode, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.problems = problems;
  }
}
