import { type Field, PARAM_NAMES, paramRow, tooManyFields } from "@lumiglyph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { multipartBody, type Part } from "../testing/multipart-body.ts";
import { countParts, multipartBodyLimit, readMultipart } from "./multipart.ts";

/** The most characters that a parameter allows. */
const LONGEST = Math.max(...PARAM_NAMES.map(paramRow).map((row) => (row.kind === "text" ? row.max : 0)));

const image: Part = { name: "image", value: Uint8Array.of(1, 2, 13, 10, 45, 45), fileName: "a.png", type: "image/png" };

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (payload: Uint8Array, { size = 65_536, boundary = "boundary" as string | undefined, max = 1000 } = {}) =>
  readMultipart(inPieces(payload, size), boundary, max);

const plain = (fields: readonly Field[]) =>
  fields.map(({ name, value, origin }) => [name, value instanceof Uint8Array ? [...value] : value, origin]);

const failure = (code: string) => expect.objectContaining({ code });
const refusal = (code: string, message: string) => expect.objectContaining({ code, message });

describe("readMultipart", () => {
  test("returns fields before and after the file in order, and the file last", async () => {
    const { payload } = multipartBody([{ name: "columns", value: "80" }, image, { name: "color", value: "true" }]);
    expect(plain(await read(payload))).toEqual([
      ["columns", "80", "form"],
      ["color", "true", "form"],
      ["image", [1, 2, 13, 10, 45, 45], "form"],
    ]);
  });

  test("reads the same however the bytes are split", async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 64 }), async (value, size) => {
        const { payload } = multipartBody(
          [
            { name: "columns", value: "80" },
            { ...image, value },
          ],
          "x".repeat(40),
        );
        expect(plain(await read(payload, { size, boundary: "x".repeat(40) }))).toEqual([
          ["columns", "80", "form"],
          ["image", [...value], "form"],
        ]);
      }),
    );
  });

  test("keeps repeated fields apart", async () => {
    const { payload } = multipartBody([
      { name: "columns", value: "80" },
      { name: "columns", value: "90" },
    ]);
    expect(plain(await read(payload))).toEqual([
      ["columns", "80", "form"],
      ["columns", "90", "form"],
    ]);
  });

  test("treats a part with an image type as a file even without a file name", async () => {
    const { payload } = multipartBody([{ name: "image", value: "PNG", type: "image/png" }]);
    expect(plain(await read(payload))).toEqual([["image", [80, 78, 71], "form"]]);
  });

  test("treats an empty file input as no file", async () => {
    const { payload } = multipartBody([{ name: "image", value: "", fileName: "", type: "application/octet-stream" }]);
    expect(await read(payload)).toEqual([]);
  });

  test("returns no fields for an empty body and for a form without parts", async () => {
    expect(await read(Buffer.from(""))).toEqual([]);
    expect(await read(Buffer.from("--boundary--\r\n"))).toEqual([]);
  });

  test.each([1, 7, 65_536])("ignores the epilogue, %i bytes at a time", async (size) => {
    const { payload } = multipartBody([{ name: "columns", value: "80" }]);
    const epilogue = Buffer.from("\r\n--boundary--\r\n--boundary--");
    expect(plain(await read(Buffer.concat([payload, epilogue]), { size }))).toEqual([["columns", "80", "form"]]);
    expect(await read(Buffer.concat([Buffer.from("\r\n--boundary--"), epilogue]), { size })).toEqual([]);
  });

  test("returns the longest value that a parameter allows whole", async () => {
    const value = "🐟".repeat(LONGEST);
    expect(plain(await read(multipartBody([{ name: "alt", value }]).payload))).toEqual([["alt", value, "form"]]);
  });

  test("truncates a longer value beyond what any parameter allows, so that the parser refuses it", async () => {
    const [field] = await read(multipartBody([{ name: "alt", value: "🐟".repeat(20_000) }]).payload);
    expect(String(field?.value).length).toBeGreaterThan(2 * LONGEST);
    expect(String(field?.value).length).toBeLessThan(5000);
  });

  test("refuses a second file", async () => {
    await expect(read(multipartBody([image, { ...image, name: "other" }]).payload)).rejects.toThrow(
      failure("image_ambiguous"),
    );
  });

  test("enforces the file limit to the byte", async () => {
    const of = (length: number) => multipartBody([{ ...image, value: new Uint8Array(length) }]).payload;
    expect(await read(of(1000))).toHaveLength(1);
    await expect(read(of(1001))).rejects.toThrow(
      refusal("image_too_large", "The image has more than 1000 bytes, which is the limit."),
    );
  });

  test("stops reading soon after the limit", async () => {
    let taken = 0;
    async function* endless() {
      yield Buffer.from('--boundary\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n');
      for (;;) {
        taken += 1024;
        yield new Uint8Array(1024);
      }
    }
    await expect(readMultipart(endless(), "boundary", 10_000)).rejects.toThrow(failure("image_too_large"));
    expect(taken).toBeLessThan(20_000);
  });

  test("stops reading an endless preamble", async () => {
    async function* endless() {
      for (;;) yield new Uint8Array(4096).fill(65);
    }
    await expect(readMultipart(endless(), "boundary", 1000)).rejects.toThrow(
      refusal("image_too_large", "The request body has more than 132072 bytes, which is the limit."),
    );
    expect(multipartBodyLimit(1000)).toBe(132_072);
  });

  test("refuses more than 96 fields in the parser's words", async () => {
    const of = (count: number) =>
      multipartBody(Array.from({ length: count }, (_, at) => ({ name: `p${at}`, value: "1" }))).payload;
    expect(await read(of(96))).toHaveLength(96);
    const { code, message } = tooManyFields();
    await expect(read(of(97))).rejects.toThrow(refusal(code, message));
    await expect(read(of(1000))).rejects.toThrow(refusal(code, message));
  });

  test("does not count the file as one of the 96 fields", async () => {
    const fields = Array.from({ length: 96 }, (_, at) => ({ name: `p${at}`, value: "1" }));
    expect(await read(multipartBody([...fields, image]).payload)).toHaveLength(97);
  });

  const NAME = 'Content-Disposition: form-data; name="columns"';
  const many = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: 1\r\n`).join("");
  const withHead = (head: string) => Buffer.from(`--boundary\r\n${head}\r\n\r\n80\r\n--boundary--\r\n`);

  test.each([
    ["nineteen other headers before its name", `${many(19)}${NAME}`],
    ["two hundred headers after it", `${NAME}\r\n${many(200)}X: 1`],
    ["a long header after it", `${NAME}\r\nX: ${"x".repeat(3000)}`],
    ["a folded name", 'Content-Disposition: form-data;\r\n name="columns"'],
    ["headers named like inherited properties", `__proto__: 1\r\nconstructor: 1\r\n${NAME}`],
  ])("reads a part with %s", async (_what, head) => {
    expect(plain(await read(withHead(head)))).toEqual([["columns", "80", "form"]]);
  });

  test.each([
    ["a name after twenty other headers", `${many(20)}${NAME}`],
    ["a name after a long header", `X: ${"x".repeat(3000)}\r\n${NAME}`],
    ["no name", "X: 1"],
    ["a name of another kind", NAME.replace("form-data", "attachment")],
  ])("refuses a part with %s instead of skipping it", async (_what, head) => {
    const beside = multipartBody([image]).payload;
    await expect(read(withHead(head))).rejects.toThrow(failure("body_invalid"));
    await expect(read(Buffer.concat([withHead(head).subarray(0, -14), beside]))).rejects.toThrow(
      failure("body_invalid"),
    );
  });

  test.each([
    "../../etc/passwd",
    "C:\\temp\\a.png",
    "a\0.png",
    "x".repeat(1500),
    "x".repeat(3000),
    "%00%0d%0a",
    "\u{1F600}\u202Egnp.exe",
  ])("accepts a file named %j", async (fileName) => {
    const { payload } = multipartBody([{ ...image, fileName }]);
    expect(plain(await read(payload))).toEqual([["image", [1, 2, 13, 10, 45, 45], "form"]]);
  });

  test.each([
    ["cut within the file", multipartBody([image]).payload.subarray(0, -20)],
    ["cut before the last dashes", multipartBody([image]).payload.subarray(0, -4)],
    ["without any delimiter", Buffer.from("hello")],
    ["with another boundary", multipartBody([image], "other").payload],
    ["with a part without a head", Buffer.from("--boundary\0\r\n--boundary--\r\n")],
    ["with an empty part", Buffer.from("--boundary\r\n\r\n--boundary\r\n--boundary--\r\n")],
  ])("refuses a body %s", async (_what, payload) => {
    await expect(read(payload)).rejects.toThrow(failure("body_invalid"));
  });

  test.each([undefined, "", "a".repeat(71), "ends in a blank ", 'quo"te', "new\nline", "back\\slash"])(
    "refuses the boundary %j",
    async (boundary) => {
      await expect(readMultipart(inPieces(Buffer.from("x"), 1), boundary, 1000)).rejects.toThrow(
        failure("body_invalid"),
      );
    },
  );

  test("returns fields or a refusal for any bytes", async () => {
    const noise = fc.array(
      fc.constantFrom("--boundary", "\r\n", "--", "Content-Disposition: form-data; name=", '"a"', ":", "\0", "x"),
    );
    await fc.assert(
      fc.asyncProperty(noise, async (tokens) => {
        const outcome = await read(Buffer.from(tokens.join(""))).catch((error) => error.code);
        expect(outcome === "body_invalid" || outcome === "image_ambiguous" || Array.isArray(outcome)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("multipart parts", () => {
  const counted = (text: string, size = 65_536): number => {
    const bytes = Buffer.from(text);
    const parts = countParts("b");
    for (let at = 0; at < bytes.length; at += size) parts.take(bytes.subarray(at, at + size));
    return parts.count();
  };

  test.each([
    ["", 0],
    ["--b--\r\n", 0],
    ["--b\r\nX: 1\r\n\r\nv\r\n--b--\r\n", 1],
    ["--b\r\n\r\nv\r\n--b\r\n\r\nw\r\n--b--", 2],
    ["preamble\r\n--b\r\n\r\nv\r\n--b--", 1],
    ["--b\r\n--b\r\n--b--", 2],
    ["--b\r\n\r\nv --b\n--b -\r\n-b\r\n--b--", 1],
    ["--b\r\n\r\nv\r\n--b--\r\n--b\r\n\r\nepilogue\r\n--b--", 1],
    ["--bc\r\n\r\nv\r\n--b--", 1],
    ["no form", 0],
  ])("counts the parts of %j", (text, count) => {
    expect(counted(text)).toBe(count);
  });

  test("counts the same however the bytes are split", () => {
    const tokens = fc.array(fc.constantFrom("--b", "\r\n", "--", "\r", "\n", "-", "b", "x"), { maxLength: 40 });
    fc.assert(
      fc.property(tokens, fc.integer({ min: 1, max: 9 }), (parts, size) => {
        expect(counted(parts.join(""), size)).toBe(counted(parts.join("")));
      }),
      { numRuns: 500 },
    );
  });
});
