/** One number a sample, row by row from the top left. */
export type Plane = { readonly width: number; readonly height: number; readonly data: Float32Array };

/** The plane with every sample changed. */
export const mapPlane = ({ width, height, data }: Plane, change: (value: number) => number): Plane => ({
  width,
  height,
  data: data.map((value) => change(value)),
});
