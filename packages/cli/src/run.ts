import { Refusal } from "@lumiglyph/contract";
import { EXIT, FileTrouble, print, ReaderLeft, type Streams, tell, UsageError } from "./streams.ts";
import type { Command } from "./words/command.ts";
import { inFlags } from "./words/flag-problem.ts";
import { readCommand } from "./words/read-command.ts";

/** Runs a command line and returns its exit code, one of `EXIT`. */
export const run = async (words: readonly string[], streams: Streams): Promise<number> => {
  try {
    return await carryOut(readCommand(words), streams);
  } catch (error) {
    if (error instanceof UsageError) {
      tell(streams.stderr, `${error.message}\nlumiglyph --help lists every flag.`);
      return EXIT.usage.code;
    }
    if (error instanceof ReaderLeft) return EXIT.done.code;
    if (!(error instanceof Refusal || error instanceof FileTrouble)) throw error;
    tell(streams.stderr, inFlags(error.message));
    return EXIT.failed.code;
  }
};

/** Each command loads only what it needs, so that help and completion respond at once. */
const carryOut = async (command: Command, streams: Streams): Promise<number> => {
  switch (command.kind) {
    case "draw":
      return (await import("./draw/draw-all.ts")).drawAll(command, streams);
    case "decode":
      await (await import("./decode/decode-file.ts")).decodeFile(command, streams);
      return EXIT.done.code;
    case "serve":
      await (await import("./serve/serve-http.ts")).serveHttp(command);
      return EXIT.done.code;
    case "mcp":
      await (await import("./serve/serve-mcp.ts")).serveMcp(command, streams);
      return EXIT.done.code;
    case "print":
      await print(streams.stdout, await command.text(streams));
      return EXIT.done.code;
  }
};
