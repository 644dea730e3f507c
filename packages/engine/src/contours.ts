/** Flat areas and contours of the picture, cell by cell. */
export type Contours = {
  /** 1 for cells whose tone does not change. */
  readonly even: Uint8Array;
  /** 0 for no contour, else 1 + the index of the directional glyph along it: - / | \ */
  readonly direction: Uint8Array;
  /** Clarity of the contour, 0 to 1. */
  readonly strength: Float32Array;
};
