/** The glyphs that run along a contour (specification 2.2), in the order of `Contours.direction`: 0°, 45°, 90° and 135°. */
export const DIRECTIONAL = ["-", "/", "|", "\\"] as const;
