import { Refusal } from "@lumiglyph/contract";

/** Makes the refusal of something that has more than `maxBytes`, which it names. */
export type TooLarge = (maxBytes: number) => Refusal;

/** The image itself is over the limit. */
export const imageTooLarge: TooLarge = (maxBytes) => tooLarge("image", maxBytes);

/** A body is over the limit with all that stands in it, of which the image need not be the largest part. */
export const bodyTooLarge: TooLarge = (maxBytes) => tooLarge("request body", maxBytes);

const tooLarge = (what: string, maxBytes: number): Refusal =>
  new Refusal("image_too_large", `The ${what} has more than ${maxBytes} bytes, which is the limit.`);
