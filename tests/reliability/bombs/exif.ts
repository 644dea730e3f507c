import { latin, le16, le32 } from "./bytes.ts";
import { segment } from "./jpeg.ts";

/** An entry of a TIFF directory: tag, type (3 short, 4 long), count and value. */
type Entry = readonly [tag: number, type: number, count: number, value: number];

const [ORIENTATION, THUMBNAIL_AT, THUMBNAIL_LENGTH, EXIF_AT] = [0x0112, 0x0201, 0x0202, 0x8769];

/** An Exif segment of directories that link to one another, and trailing data. */
const exif = (entries: readonly Entry[], next: number, rest: Uint8Array = Buffer.alloc(0)): Buffer =>
  segment(0xe1, Buffer.concat([latin("Exif\0\0II*\0"), le32(8), directory(entries, next), rest]));

const directory = (entries: readonly Entry[], next: number): Buffer =>
  Buffer.concat([
    le16(entries.length),
    ...entries.map(([tag, type, count, value]) => Buffer.concat([le16(tag, type), le32(count), le32(value)])),
    le32(next),
  ]);

export const exifOrientation = (value: number): Buffer => exif([[ORIENTATION, 3, 1, value]], 0);

/** An empty first directory, and a second one with this thumbnail. */
export const exifThumbnail = (thumbnail: Uint8Array): Buffer =>
  exif(
    [],
    14,
    Buffer.concat([
      directory(
        [
          [THUMBNAIL_AT, 4, 1, 44],
          [THUMBNAIL_LENGTH, 4, 1, thumbnail.length],
        ],
        0,
      ),
      thumbnail,
    ]),
  );

/** A directory that links to itself and contains itself. */
export const exifLoop = (): Buffer => exif([[EXIF_AT, 4, 1, 8]], 8);

/** An entry that claims four billion values past the end. */
export const exifBeyond = (): Buffer => exif([[0x927c, 7, 0xffff_ffff, 0xffff_fff0]], 0xffff_fff0);
