/** Which part of the art is to be seen and how large, in device pixels. Cells are whole pixels: `cell` wide, twice as high. */
export type View = {
  /** Width of a cell, an integer of at least 1. */
  readonly cell: number;
  /** Size of the canvas: the part of the stage that is there to be painted on. */
  readonly width: number;
  readonly height: number;
  /** Where the art's top left corner lies on the canvas; negative where it is scrolled out. */
  readonly left: number;
  readonly top: number;
};
