import type { Raster } from "@lumiglyph/engine";
import { createNormal, WAVES } from "../tests/live/scenes.ts";

/** The next frame of a video without an end. */
export type Frames = () => Raster;

/** A still scene through a grainy camera. */
export const filmStill = (width: number, height: number): Frames => film(width, height, 0);

/** The same while the camera pans to and fro, by half a cell a frame. */
export const filmMoving = (width: number, height: number): Frames => film(width, height, 0.5);

/** Frames before it goes back the way it came. */
const LENGTH = 24;

const film = (width: number, height: number, pace: number): Frames => {
  const normal = createNormal(3);
  const frames = Array.from({ length: LENGTH }, (_, frame) => shoot(width, height, pace * frame, normal));
  let turn = 0;
  return () => {
    const place = turn++ % (2 * LENGTH - 2);
    return frames[place < LENGTH ? place : 2 * LENGTH - 2 - place]!;
  };
};

/** Waves and stripes with edges, in colors that change across the picture. */
const shoot = (width: number, height: number, shift: number, normal: () => number): Raster => {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(120 * (i % width)) / width + shift, (60 * Math.floor(i / width)) / height];
    const tone = WAVES(x, y) + 0.12 * Math.sign(Math.sin(0.5 * x + 0.2 * y));
    const hue = 0.25 * Math.sin(0.05 * x) ** 2;
    for (let channel = 0; channel < 3; channel++) {
      data[4 * i + channel] = 255 * (tone * (1 - channel * hue) + GRAIN * normal());
    }
  }
  return { width, height, data };
};

/** Of each pixel: about .01 on the mean of a cell. */
const GRAIN = 0.03;
