/** Text as one byte a character. */
export const latin = (text: string): Buffer => Buffer.from(text, "latin1");

/** Integers of two or four bytes, big-endian, as in PNG, JPEG and ISO boxes. */
export const be16 = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
export const be32 = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => be16(Math.floor(value / 65_536), value & 65_535)));

/** Integers of two, three or four bytes, little-endian, as in GIF, RIFF and most TIFFs. */
export const le16 = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])));
export const le24 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);
export const le32 = (value: number): Buffer => be32(value).reverse();
