import type { ParsedParams } from "@lumiglyph/contract";
import type { Darkroom, Negative, Thumbnail } from "../darkroom/darkroom.ts";

/** A picture of the project's own, drawn by the engine in cells of so many device pixels. */
export const drawCharacters = async (
  { thumbnail }: Darkroom,
  url: string,
  parsed: ParsedParams,
  cell: number,
): Promise<Thumbnail> => thumbnail(await fetchNegative(url), parsed, cell);

const fetchNegative = async (url: string): Promise<Negative> => {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d")!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, data: data.buffer, source: { width, height, format: "webp" } };
};
