import type { ActiveErrorCode, Problem } from "./errors.ts";

/** A failure from the table, on its way to whoever answers the caller. Its message is public: never an exception's own text. */
export class Refusal extends Error {
  readonly code: ActiveErrorCode;
  readonly problems: readonly Problem[];

  constructor(code: ActiveErrorCode, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.problems = problems;
  }
}
