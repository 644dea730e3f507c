import { percept } from "./math/srgb.ts";
import { makePlane, type Plane, type Planes } from "./plane.ts";

/** Linear light on the scale on which steps look even. */
export const perceived = ({ width, height, data }: Plane, planes: Planes = makePlane): Plane => {
  const out = planes(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = percept(data[i]!);
  return out;
};
