import { Refusal } from "@lumiglyph/contract";
import type { Command } from "./commands/command.ts";
import { refusalInFlags } from "./commands/words.ts";
import { readCommand } from "./read-command.ts";
import { EXIT, FileError, print, ReaderClosed, type Streams, UsageError, warn } from "./streams.ts";

/** Runs a command line and returns its exit code, one of `EXIT`. */
export const run = async (args: readonly string[], streams: Streams): Promise<number> => {
  try {
    return await execute(readCommand(args), streams);
  } catch (error) {
    if (error instanceof UsageError) {
      warn(streams.stderr, `${error.message}\nlumiglyph --help lists every flag.`);
      return EXIT.usage.code;
    }
    if (error instanceof ReaderClosed) return EXIT.done.code;
    if (!(error instanceof Refusal || error instanceof FileError)) throw error;
    warn(streams.stderr, error instanceof Refusal ? refusalInFlags(error) : error.message);
    return EXIT.failed.code;
  }
};

/** Each command loads only what it needs, so that help and completion respond at once. */
const execute = async (command: Command, streams: Streams): Promise<number> => {
  switch (command.kind) {
    case "draw":
      return (await import("./draw/draw-all.ts")).drawAll(command, streams);
    case "decode":
      await (await import("./decode-file.ts")).decodeFile(command, streams);
      return EXIT.done.code;
    case "calibrate":
      await (await import("./calibrate-font.ts")).calibrateFont(command, streams);
      return EXIT.done.code;
    case "sign":
      await (await import("./sign.ts")).sign(command, streams);
      return EXIT.done.code;
    case "serve":
      await (await import("./serve.ts")).serveHttp(command);
      return EXIT.done.code;
    case "mcp":
      await (await import("./serve.ts")).serveMcp(command, streams);
      return EXIT.done.code;
    case "print":
      await print(streams.stdout, await command.text(streams));
      return EXIT.done.code;
  }
};
