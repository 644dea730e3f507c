import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openBody } from "./body-stream.ts";

/** Reads a body of which this many bytes arrive every 10 s: the number of chunks, and the code of the refusal. */
const readSlowly = async (bytes: number, chunks: number): Promise<readonly [number, string | null]> => {
  let now = 0;
  const arriving = async function* () {
    for (let count = 0; count < chunks; count++) {
      now += 10_000;
      await sleep(5);
      yield new Uint8Array(bytes);
    }
  };
  const request = Object.assign(Readable.from(arriving()), { headers: {} }) as unknown as IncomingMessage;
  const upload = { receive: () => {}, evicted: new AbortController().signal };
  let read = 0;
  try {
    const reading = { upload, stallMs: 60_000, clock: () => now };
    for await (const chunk of openBody(request, {} as ServerResponse, reading)) read += chunk.length / bytes;
    return [read, null];
  } catch (error) {
    return [read, (error as { code: string }).code];
  }
};

test("a body of 1024 bytes a second is read to its end", async () => {
  expect(await readSlowly(10 * 1024, 30)).toEqual([30, null]);
});

test("a body at half that rate is refused after twice the stall time", async () => {
  const [read, code] = await readSlowly(5 * 1024, 30);
  expect(code).toBe("upload_stalled");
  expect(read).toBeGreaterThan(9);
  expect(read).toBeLessThan(13);
});
