import { readOptions, TEXT_FORMATS } from "@lumiglyph/contract";
import type { Case } from "./cases.ts";
import { base64, decode as decodeImage, fetchFile, never, openFile, worker } from "./studio-in-page.ts";

/** Every case in every format, in the order of both. */
export const encodeAll = async (cases: readonly Case[]): Promise<readonly (readonly string[])[]> => {
  const encoded: string[][] = [];
  for (const { picture, given } of cases) {
    await openFile(await fetchFile(picture));
    const bodies: string[] = [];
    for (const format of TEXT_FORMATS) bodies.push(await worker.encode(readOptions(given), format, never));
    encoded.push(bodies);
  }
  return encoded;
};

/** A file's size and pixels, or the code of its refusal. */
export const decode = async (name: string): Promise<{ readonly size: string; readonly pixels: string } | string> => {
  try {
    const { width, height, data } = await decodeImage(await fetchFile(name));
    return { size: `${width} × ${height}`, pixels: base64(data) };
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
};
