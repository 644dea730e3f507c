type Size = { readonly width: number; readonly height: number };

/** Stored pixels in their upright order, by an orientation from 1 to 8 (Exif 2.32, 4.6.4 A). */
export const turnUpright = (
  stored: Uint32Array<ArrayBuffer>,
  { width, height }: Size,
  orientation: number,
): Uint32Array<ArrayBuffer> => {
  if (orientation === 1) return stored;
  const isTurned = orientation > 4;
  const [across, down] = isTurned ? [height, width] : [width, height];
  const [mirrorsX, mirrorsY] = [[2, 3, 6, 7].includes(orientation), [3, 4, 7, 8].includes(orientation)];
  const upright = new Uint32Array(stored.length);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from++) {
      const [column, row] = isTurned ? [y, x] : [x, y];
      const to = (mirrorsY ? down - 1 - row : row) * across + (mirrorsX ? across - 1 - column : column);
      upright[to] = stored[from]!;
    }
  }
  return upright;
};
