import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedLines, idInEnds, type LongLine } from "./bounded-lines.ts";

const pass = async (pieces: readonly string[], most: number) => {
  const long: LongLine[] = [];
  const passed = await text(
    Readable.from(pieces.map((piece) => Buffer.from(piece))).pipe(boundedLines(most, (line) => long.push(line))),
  );
  return { passed, long };
};

test("lines pass unchanged, however they are chunked; long ones are dropped", async () => {
  const line = fc.string({ maxLength: 30 }).map((some) => some.replaceAll("\n", ""));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const whole = Buffer.from(lines.map((one) => `${one}\n`).join(""));
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.subarray(at * size, (at + 1) * size),
      );
      const long: LongLine[] = [];
      const passed = await text(Readable.from(pieces).pipe(boundedLines(16, (one) => long.push(one))));
      const fits = (one: string): boolean => Buffer.byteLength(one) + 1 <= 16;
      expect(passed).toBe(
        lines
          .filter(fits)
          .map((one) => `${one}\n`)
          .join(""),
      );
      expect(long.length).toBe(lines.filter((one) => !fits(one)).length);
    }),
  );
});

test("the last line may lack its line feed", async () => {
  expect((await pass(["one\ntwo"], 10)).passed).toBe("one\ntwo");
  expect((await pass(["one\n", "much too long"], 10)).long.length).toBe(1);
});

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"', '"}}', 7],
  ['{"id":"a-1","params":{"a":"', '"}}', "a-1"],
  ['{"method":"tools/call","params":{"a":"', '"},"jsonrpc":"2.0","id":12}', 12],
  ['{"params":{"a":"', '"}, "id": "x", "jsonrpc": "2.0" }', "x"],
  ['{"id":"é–1","params":{"a":"', '"}}', "é–1"],
  // not JSON: a number with leading zeros, a string with a raw tab
  ['{"id":007,"params":{"a":"', '"}}', null],
  ['{"id":"\t","params":{"a":"', '"}}', null],
  // the ids of nested objects
  ['{"params":{"id":5,"a":"', '","id":6}}', null],
  ['{"params":{"a":"', '"}}', null],
])("the id of a request that begins with %s and ends in %s is %j", async (head, tail, id) => {
  const { passed, long } = await pass([`${head}${"x".repeat(5000)}${tail}\n{"id":1}\n`], 1000);
  expect([passed, long.map(idInEnds)]).toEqual(['{"id":1}\n', [id]]);
});
