/** Numbers in rows. */
export type Samples = { readonly width: number; readonly height: number; readonly data: Float64Array };

/** Sums of all that lies above and left of each corner of a sample (a summed-area table): one row and one column more. */
export const sumsOf = ({ width, height, data }: Samples): Samples => {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 1; y <= height; y++) {
    for (let x = 1, row = 0; x <= width; x++) {
      row += data[(y - 1) * width + x - 1]!;
      sums[y * (width + 1) + x] = sums[(y - 1) * (width + 1) + x]! + row;
    }
  }
  return { width: width + 1, height: height + 1, data: sums };
};

/** The sum of a rectangle, out of those sums. */
export const sumIn = ({ width, data }: Samples, left: number, top: number, right: number, bottom: number): number =>
  data[bottom * width + right]! - data[top * width + right]! - data[bottom * width + left]! + data[top * width + left]!;
