import { Refusal } from "@lumiglyph/contract";
import { EXIT } from "../exit-codes.ts";
import { FileTrouble } from "../file-trouble.ts";
import { type Streams, tell } from "../streams.ts";
import { UsageError } from "../usage-error.ts";
import type { DrawCommand } from "../words/command.ts";
import { inFlags } from "../words/flag-problem.ts";
import { createDelivery } from "./delivery.ts";
import { drawPicture } from "./draw-picture.ts";
import { whenInterrupted } from "./interruption.ts";
import { createProgress } from "./progress.ts";
import { type Found, findSources, readSource, type Source } from "./sources.ts";
import { stampsOf, watchSources } from "./watch-sources.ts";

/** Draws every picture that a command line names, and with `--watch` again whenever one changes. */
export const drawAll = async (command: DrawCommand, streams: Streams): Promise<number> => {
  const operands = command.operands.length === 0 ? pipedIn(streams) : command.operands;
  const found = await findSources(operands);
  const stamps = stampsOf(found.sources);
  const good = await drawFound(found, command, streams);
  if (!command.watch) return good ? EXIT.done.code : EXIT.failed.code;
  if (streams.stderr.isTTY) tell(streams.stderr, `watching ${operands.join(", ")}; Ctrl+C ends it.`);
  return watchSources(operands, stamps, {
    stdout: streams.stdout,
    redraw: async (changed) => void (await drawFound(changed, command, streams, true)),
  });
};

/** Whether all were drawn. What cannot be drawn is told, and the rest goes on. */
const drawFound = async (found: Found, command: DrawCommand, streams: Streams, again = false): Promise<boolean> => {
  const { stdin, stderr } = streams;
  const delivery = await createDelivery(found, command, streams, again);
  const progress = createProgress(stderr, delivery.silent ? found.sources.length : 0);
  const heed = delivery.silent ? whenInterrupted(progress.clear) : () => {};
  let failures = 0;
  const fail = (sentence: string) => {
    failures++;
    progress.clear();
    tell(stderr, sentence);
  };
  for (const { message } of found.troubles) fail(message);
  for (const [at, source] of found.sources.entries()) {
    progress.show(at, source.name);
    try {
      await delivery.deliver(source, await drawPicture(await bytesOf(source, command, stdin), delivery.manner()));
    } catch (error) {
      fail(sentenceFor(error, source));
    }
    // a handler of signals is heard only between two pieces of work
    await new Promise(setImmediate);
  }
  progress.clear();
  heed();
  return failures === 0;
};

/** What is piped in, where nothing is named. */
const pipedIn = ({ stdin }: Streams): readonly string[] => {
  if (stdin.isTTY === true) throw new UsageError(NAME_ONE);
  return ["-"];
};

const NAME_ONE = "Name a picture: lumiglyph photo.jpg";

const bytesOf = async (source: Source, command: DrawCommand, stdin: Streams["stdin"]): Promise<Uint8Array> => {
  const bytes = await readSource(source, stdin);
  if (bytes.length > 0) return bytes;
  if (command.operands.length === 0) throw new UsageError(NAME_ONE);
  throw new FileTrouble(`${source.name}: it is empty.`);
};

const sentenceFor = (error: unknown, { name }: Source): string => {
  if (error instanceof FileTrouble) return error.message;
  if (error instanceof Refusal) return `${name}: ${inFlags(error.message)}`;
  throw error;
};
