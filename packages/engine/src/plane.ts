/** One number a sample, row by row from the top left. */
export type Plane = { readonly width: number; readonly height: number; readonly data: Float32Array };

export const makePlane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
});

/** Where a plane to write on comes from; what it holds may be anything. */
export type Planes = (width: number, height: number) => Plane;

/** A plane of the same size with every sample changed. */
export const mapPlane = ({ width, height, data }: Plane, change: (value: number) => number): Plane => {
  const out = makePlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = change(data[i]!);
  return out;
};

/** A plane with nothing in it: what a frame holds before a stage has filled it. */
export const EMPTY_PLANE: Plane = makePlane(0, 0);
