import { latin, le16 } from "./bytes.ts";

/** Signature, screen and a palette of black and white. */
export const gifHead = (width: number, height: number): Buffer =>
  Buffer.concat([latin("GIF89a"), le16(width, height), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);

/** A frame of this size whose data is only a clear code, one pixel and an end. */
export const gifFrame = (width: number, height: number): Buffer =>
  Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), le16(width, height), Buffer.from([0, 2, 2, 0x44, 0x01, 0])]);

export const gifComment = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), latin(text), Buffer.from([0])]);

/** A GIF of head, blocks and trailer. */
export const gifOf = (...blocks: readonly Buffer[]): Buffer => Buffer.concat([...blocks, Buffer.from([0x3b])]);
