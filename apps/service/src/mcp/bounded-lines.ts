import { Transform } from "node:stream";
import type { RpcId } from "./rpc.ts";

/** The first and last bytes of a line that was too long. */
export type LongLine = { readonly head: string; readonly tail: string };

/** Bytes to keep of each end. */
const ENDS = 1024;

/**
 * Passes each line on in one piece. Drops a line of more than `most` bytes without buffering all of
 * it, and reports its ends so that its sender gets a response. Later lines are still read.
 */
export const boundedLines = (most: number, onLong: (line: LongLine) => void): Transform => {
  let pieces: Buffer[] = [];
  let length = 0;
  let long: { readonly head: Buffer; tail: Buffer } | null = null;
  const take = (piece: Buffer): void => {
    if (long !== null) {
      long.tail = Buffer.from(Buffer.concat([long.tail, piece.subarray(-ENDS)]).subarray(-ENDS));
      return;
    }
    pieces.push(piece);
    length += piece.length;
    if (length <= most) return;
    const all = Buffer.concat(pieces);
    long = { head: Buffer.from(all.subarray(0, ENDS)), tail: Buffer.from(all.subarray(-ENDS)) };
    pieces = [];
  };
  const end = (pass: (line: Buffer) => void): void => {
    if (long !== null) onLong({ head: long.head.toString(), tail: long.tail.toString() });
    else pass(Buffer.concat(pieces));
    [pieces, length, long] = [[], 0, null];
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, at + 1));
        end((line) => this.push(line));
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
      done();
    },
    flush(done) {
      end((line) => line.length > 0 && this.push(line));
      done();
    },
  });
};

const NEWLINE = 10;

const ID = String.raw`"id"\s*:\s*("[^"\\\p{Cc}]{0,200}"|0|-?[1-9]\d{0,14})`;
const TEXT = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"`;
/** Members that clients write before `params`, or after it. */
const IN_HEAD = new RegExp(String.raw`^\s*\{\s*(?:${TEXT}\s*,\s*)*${ID}\s*,`, "u");
const IN_TAIL = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${TEXT}\s*)*\}\s*$`, "u");

/** The id of a request, read from the ends of its line; null if neither has it. */
export const idInEnds = ({ head, tail }: LongLine): RpcId => {
  const [, id] = IN_HEAD.exec(head) ?? IN_TAIL.exec(tail) ?? [];
  return id === undefined ? null : (JSON.parse(id) as string | number);
};
