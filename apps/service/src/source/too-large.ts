import { Refusal } from "@lumiglyph/contract";

/** The refusal of an image over the limit, which it names. */
export const tooLarge = (maxBytes: number): Refusal =>
  new Refusal("image_too_large", `The image has more than ${maxBytes} bytes, which is the limit.`);
