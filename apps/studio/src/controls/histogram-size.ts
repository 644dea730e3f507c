/** The histogram's coordinate system: width, height including the space below, and the base line. */
export const WIDTH = 288;
export const HEIGHT = 60;
export const BASE = 56.5;
