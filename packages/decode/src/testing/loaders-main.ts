import { Refusal } from "@lumiglyph/contract";
import sharp from "sharp";
import { restrictSharp } from "../decoders.ts";
import { decodeImage, NO_LIMITS } from "../node.ts";
import { forOneLoader } from "../one-loader.ts";
import { sniff } from "../sniff.ts";
import { disguised, otherFormats, polyglots } from "./hostile-files.ts";

/*
 * Decodes hostile files and prints the outcomes on standard error. With `VIPS_TRACE` set, libvips
 * prints its loaders on standard output, with the length of the file. `raw` passes the bytes to
 * sharp unchanged, `restricted` restricts sharp to five loaders.
 */
const mode = process.argv[2];

const failure = (error: unknown): string => (error as Error).message.replaceAll("\n", " ");

/** sharp's own error message for a file, which names the loader that failed. */
const said = (bytes: Uint8Array): Promise<string> =>
  sharp(bytes)
    .metadata()
    .then(({ width, height, pages = 1 }) => `${width} × ${height} × ${pages}`, failure);

const decoded = (bytes: Uint8Array): Promise<string> =>
  decodeImage(bytes, NO_LIMITS, { columns: 40 }).then(
    ({ raster }) => `${raster.width} × ${raster.height}`,
    (error) => (error instanceof Refusal ? failure(error) : `NO REFUSAL ${failure(error)}`),
  );

const files = [...(await otherFormats()), ...Object.entries(disguised), ...Object.entries(await polyglots())];
if (mode === "restricted") restrictSharp();
const outcomes: object[] = [];
for (const [name, bytes] of files) {
  const format = sniff(bytes);
  const outcome = mode === "raw" ? await said(bytes) : await decoded(bytes);
  const reason = mode === "raw" || format === null ? "" : await said(forOneLoader(bytes, format));
  outcomes.push({ name, format, length: bytes.length, outcome, reason });
}
process.stderr.write(JSON.stringify(outcomes));
