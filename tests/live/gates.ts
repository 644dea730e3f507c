/** Standard deviation of the gates' noise, on the mean of each cell, as a tone. */
export const SIGMA = 0.01;

/** Limits for a stream in that noise at the default `motionSensitivity`. */
export const GATES = {
  /** Share of cells whose glyph changes from frame to frame in a still scene. */
  flicker: 0.01,
  /** Frames until a step of half the frame is over. */
  settling: 2,
  /** Steps of a ramp of 70 glyphs, while the scene moves by a cell a frame. */
  panError: 1.2,
  /** Frames behind a scene that brightens by .004 a frame. */
  fadeLag: 3,
} as const;
