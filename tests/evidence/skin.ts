import { readPixels } from "./picture.ts";
import { resized } from "./plane.ts";
import { lightOf, toneOf } from "./tones.ts";

/** Whether each cell of a picture file has the color of skin; where less than 2 of 100 have it, all are taken for it. */
export const skinOf = async (file: Uint8Array, columns: number, rows: number): Promise<readonly boolean[]> => {
  const { data, info } = await readPixels(file, 2 * columns, 4 * rows);
  const { width, height } = info;
  const opacity = Float64Array.from({ length: width * height }, (_, i) => data[4 * i + 3]!);
  const meanOf = (values: Float64Array): Float64Array => resized({ width, height, data: values }, columns, rows).data;
  const covered = meanOf(opacity);
  const channels = [0, 1, 2].map((channel) =>
    meanOf(opacity.map((share, i) => share * LIGHTS[data[4 * i + channel]!]!)),
  );
  const cells = Array.from(covered, (share, cell) => {
    const [red, green, blue] = channels.map((light) => byteOf(share === 0 ? 0 : light[cell]! / share));
    return isSkin(red!, green!, blue!);
  });
  return cells.filter(Boolean).length < 0.02 * cells.length ? cells.map(() => true) : cells;
};

const LIGHTS = Array.from({ length: 256 }, (_, byte) => lightOf(byte / 255));

const byteOf = (light: number): number => Math.round(255 * toneOf(light));

/** The box of Chai and Ngan (1999) in the chroma of JFIF. */
const isSkin = (red: number, green: number, blue: number): boolean => {
  const cb = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
  const cr = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
  return cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173;
};
