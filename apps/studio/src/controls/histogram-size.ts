/** Of the histogram, in its own units: where its base line lies, and how wide and high it is with the room below. */
export const WIDTH = 288;
export const HEIGHT = 60;
export const BASE = 56.5;
