import { Refusal } from "@lumiglyph/contract";

/** Creates the refusal of something larger than `maxBytes`. */
export type TooLarge = (maxBytes: number) => Refusal;

/** The image itself is over the limit. */
export const imageTooLarge: TooLarge = (maxBytes) => tooLarge("image", maxBytes);

/** A body as a whole is over the limit; the image need not be its largest part. */
export const bodyTooLarge: TooLarge = (maxBytes) => tooLarge("request body", maxBytes);

const tooLarge = (what: string, maxBytes: number): Refusal =>
  new Refusal("image_too_large", `The ${what} has more than ${maxBytes} bytes, which is the limit.`);
