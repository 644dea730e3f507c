import type { PictureSize } from "../state/source.ts";
import { copyType, encodeBitmap } from "./reencode-image.ts";

/** A part of a picture, as shares of its width and height. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** How to cut a picture: quarter turns to the right, then a mirroring, then the crop. */
export type Crop = { readonly turns: number; readonly isMirrored: boolean; readonly box: Box };

export const WHOLE: Crop = { turns: 0, isMirrored: false, box: { x: 0, y: 0, width: 1, height: 1 } };

/** The size of a picture after its turns. */
export const turnedSize = ({ width, height }: PictureSize, turns: number): PictureSize =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The largest box in the middle with this shape, width divided by height, in pixels. */
export const boxOfShape = (shape: number, { width, height }: PictureSize): Box => {
  const share = (shape * height) / width;
  const [across, down] = share > 1 ? [1, 1 / share] : [share, 1];
  return { x: (1 - across) / 2, y: (1 - down) / 2, width: across, height: down };
};

/** A corner of a box, or all of it. */
export type Handle = "nw" | "ne" | "sw" | "se" | "all";

/** Shortest side of a box. */
const LEAST = 0.04;

/**
 * A box whose handle was dragged by shares of the picture. `ratio` is the width divided by the
 * height to keep, in shares; null keeps none. The result stays within the picture.
 */
export const draggedBox = (box: Box, handle: Handle, by: { x: number; y: number }, ratio: number | null): Box => {
  if (handle === "all") {
    return { ...box, x: within(box.x + by.x, 0, 1 - box.width), y: within(box.y + by.y, 0, 1 - box.height) };
  }
  const [toLeft, toTop] = [handle.endsWith("w"), handle.startsWith("n")];
  // the opposite corner stays
  const [fixedX, fixedY] = [toLeft ? box.x + box.width : box.x, toTop ? box.y + box.height : box.y];
  const [mostAcross, mostDown] = [toLeft ? fixedX : 1 - fixedX, toTop ? fixedY : 1 - fixedY];
  let width = within(box.width + (toLeft ? -by.x : by.x), LEAST, mostAcross);
  let height = within(box.height + (toTop ? -by.y : by.y), LEAST, mostDown);
  if (ratio !== null) {
    // the direction that was dragged farther decides
    const wanted = Math.abs(by.x) >= Math.abs(by.y) * ratio ? width : height * ratio;
    width = Math.min(Math.max(wanted, LEAST, LEAST * ratio), mostAcross, mostDown * ratio);
    height = width / ratio;
  }
  return { x: toLeft ? fixedX - width : fixedX, y: toTop ? fixedY - height : fixedY, width, height };
};

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Draws a picture turned and mirrored, in this size. */
export const drawTurned = (
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap,
  { turns, isMirrored }: Pick<Crop, "turns" | "isMirrored">,
  { width, height }: PictureSize,
): void => {
  const upright = turnedSize({ width, height }, turns);
  context.save();
  context.translate(width / 2, height / 2);
  context.scale(isMirrored ? -1 : 1, 1);
  context.rotate((turns * Math.PI) / 2);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, -upright.width / 2, -upright.height / 2, upright.width, upright.height);
  context.restore();
};

/** An upright copy of a part of an image: JPEG for a JPEG, PNG otherwise. */
export const cropImage = async (file: Blob, { box, ...turn }: Crop): Promise<Blob> => {
  const picture = await createImageBitmap(file);
  const size = turnedSize(picture, turn.turns);
  const [left, top] = [Math.round(box.x * size.width), Math.round(box.y * size.height)];
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round((box.x + box.width) * size.width) - left),
    Math.max(1, Math.round((box.y + box.height) * size.height) - top),
  );
  const context = canvas.getContext("2d")!;
  context.translate(-left, -top);
  drawTurned(context, picture, turn, size);
  picture.close();
  return encodeBitmap(canvas.transferToImageBitmap(), await copyType(file));
};
