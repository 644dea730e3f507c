import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { type Field, MAX_FIELDS, Refusal, refusalFor, tooManyFields } from "@lumiglyph/contract";
import type { BodyStream } from "./body-stream.ts";
import { bodyTooLarge, imageTooLarge } from "./too-large.ts";
/** Maximum bytes of a form: its file plus part headers, parameters and delimiters. */
export const multipartBodyLimit = (imageBytes: number): number => imageBytes + OVERHEAD_BYTES;

const OVERHEAD_BYTES = 128 * 1024;

const LIMITS = {
  files: 1,
  fields: MAX_FIELDS,
  parts: MAX_FIELDS + 2,
  // more than any parameter allows, so a value that is cut here is always refused
  fieldSize: 4096,
  fieldNameSize: 64,
  headerPairs: 20,
  headerSize: 2048,
};

/** The fields of a `multipart/form-data` body (RFC 7578) in order, followed by the file as bytes. */
export const readMultipart = async (
  body: BodyStream,
  boundary: string | undefined,
  maxImageBytes: number,
): Promise<readonly Field[]> => {
  const form = openForm(validBoundary(boundary), maxImageBytes);
  const limit = multipartBodyLimit(maxImageBytes);
  let received = 0;
  for await (const piece of body) {
    received += piece.length;
    if (received > limit) throw bodyTooLarge(limit);
    await form.write(piece);
  }
  return received === 0 ? [] : form.end();
};

/** An incremental parser that returns the fields at the end. Both calls reject if the form is invalid. */
const openForm = (boundary: string, maxImageBytes: number) => {
  const parser = openParser(boundary, maxImageBytes);
  const parts = countParts(boundary);
  const fields: Field[] = [];
  const files: Field[] = [];
  let named = 0;
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // the next call reports the failure; if there is none, it must not end the process
  failed.catch(() => {});
  // listen from the start: a form whose last delimiter comes before its last byte finishes early
  const finished = new Promise<void>((resolve) => parser.on("finish", () => resolve()));
  const refuse = (refusal: Refusal) => () => reject(refusal);
  parser.on("field", (name, value) => {
    named++;
    fields.push(formField(name, value));
  });
  parser.on("file", (name, file) => {
    named++;
    file.on("limit", refuse(imageTooLarge(maxImageBytes)));
    collect(file, (bytes) => files.push(...fileField(name, bytes)), reject);
  });
  parser.on("filesLimit", refuse(refusalFor("image_ambiguous")));
  parser.on("fieldsLimit", refuse(tooManyFields()));
  parser.on("partsLimit", refuse(tooManyFields()));
  parser.on("error", refuse(invalid("The multipart body is malformed or cut short.")));
  return {
    write: (piece: Uint8Array) => {
      parts.take(piece);
      return Promise.race([failed, written(parser, piece)]);
    },
    end: async (): Promise<readonly Field[]> => {
      parser.end();
      await Promise.race([failed, finished, stuck()]);
      if (named < parts.count()) throw invalid(NAMELESS);
      // a file's end event may come late or not at all, depending on the chunks
      return [...fields, ...files];
    },
  };
};

const NAMELESS = `A part of the form has no Content-Disposition: form-data among its first ${LIMITS.headerPairs} headers and ${LIMITS.headerSize} bytes.`;

/** Validates the boundary by RFC 2046, section 5.1.1; none of its characters need escaping in quotes then. */
const validBoundary = (boundary: string | undefined): string => {
  if (boundary !== undefined && /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/.test(boundary)) return boundary;
  throw invalid("The Content-Type of a multipart body must name a valid boundary.");
};

const openParser = (boundary: string, maxImageBytes: number): BusboyInstance =>
  new Busboy({
    headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
    limits: { ...LIMITS, fileSize: maxImageBytes },
    isPartAFile,
  });

/** A part is a file if it has a file name or a content type that no parameter has. */
const isPartAFile = (_name: string | undefined, type: string | undefined, fileName: string | undefined): boolean =>
  fileName !== undefined || type === "application/octet-stream" || (type?.startsWith("image/") ?? false);

const formField = (name: string | undefined, value: string): Field => ({ name: name ?? "", value, origin: "form" });

/** A form with an empty file input still sends a part, without name and bytes: that is not an image. */
const fileField = (name: string | undefined, bytes: Uint8Array): readonly Field[] =>
  bytes.length === 0 ? [] : [{ name: name ?? "", value: bytes, origin: "form" }];

const collect = (file: BusboyFileStream, done: (bytes: Uint8Array) => void, fail: (reason: Refusal) => void): void => {
  const pieces: Uint8Array[] = [];
  file.on("data", (piece: Uint8Array) => pieces.push(piece));
  file.on("error", () => fail(invalid("The multipart body ends within the file.")));
  file.on("end", () => done(Buffer.concat(pieces)));
};

const written = (parser: BusboyInstance, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => parser.write(piece, () => resolve()));

/**
 * Rejects after all pending callbacks. A parser that has not finished by then never will: one of its parts has no
 * headers.
 */
const stuck = (): Promise<never> =>
  new Promise((_resolve, reject) =>
    setImmediate(() => reject(invalid("The multipart body is malformed or cut short."))),
  );

const invalid = (detail: string): Refusal => new Refusal("body_invalid", detail);

/** Counts the parts of a form as its bytes arrive. */
type PartCounter = {
  readonly take: (piece: Uint8Array) => void;
  readonly count: () => number;
};

/**
 * Counts parts by their delimiters (RFC 2046, section 5.1.1), however the bytes are chunked, up to the closing
 * delimiter. Needed because the parser silently skips parts without a name.
 */
export const countParts = (boundary: string): PartCounter => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let count = 0;
  let closed = false;
  // at the start of the body the first delimiter needs no line break before it
  let rest: Buffer = Buffer.from("\r\n");
  const step = (bytes: Buffer): Buffer | null => {
    const at = bytes.indexOf(delimiter);
    if (at === -1) {
      rest = bytes.subarray(Math.max(0, bytes.length - delimiter.length + 1));
      return null;
    }
    const next = bytes.subarray(at + delimiter.length);
    if (next.length < 2) {
      rest = bytes.subarray(at);
      return null;
    }
    closed = next[0] === DASH && next[1] === DASH;
    if (closed) return null;
    count++;
    return next;
  };
  return {
    take: (piece) => {
      for (let left: Buffer | null = closed ? null : Buffer.concat([rest, piece]); left !== null; ) left = step(left);
    },
    count: () => count,
  };
};

const DASH = 0x2d;
