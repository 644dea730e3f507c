import { encodeBitmap } from "./encode-bitmap.ts";

/** The first frame of a picture, upright, as a PNG. */
export const stillOf = async (file: Blob): Promise<Blob> => encodeBitmap(await createImageBitmap(file), "image/png");
