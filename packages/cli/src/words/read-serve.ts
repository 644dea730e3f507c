import { UsageError } from "../usage-error.ts";
import type { ServeCommand } from "./command.ts";
import { readWords, refuseOperands, refuseProblems } from "./read-words.ts";

/** Reads what follows the word `serve`. */
export const readServe = (words: readonly string[]): ServeCommand => {
  const { operands, problems, textFor } = readWords(words, "serve");
  refuseProblems(problems);
  refuseOperands("serve", operands);
  const { port = null, host = null } = { port: textFor("port"), host: textFor("host") };
  if (port !== null && !isPort(port)) {
    throw new UsageError("`--port` takes an integer from 0 to 65535; 0 is any free one.");
  }
  if (host === "") throw new UsageError("Name an address: lumiglyph serve --host 0.0.0.0");
  return { kind: "serve", port, host };
};

const isPort = (text: string): boolean => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535;
