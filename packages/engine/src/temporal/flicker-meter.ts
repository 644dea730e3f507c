/** Says how much of a page another frame has changed. */
export type FlickerMeter = {
  /** Share of glyphs that are others than in the frame before, 0 to 1; 0 where there was none of this size. */
  readonly next: (glyphs: Uint8Array) => number;
  readonly restart: () => void;
};

export const createFlickerMeter = (): FlickerMeter => {
  let last = new Uint8Array(0);
  return {
    next: (glyphs) => {
      if (last.length !== glyphs.length) {
        last = glyphs.slice();
        return 0;
      }
      let others = 0;
      for (let cell = 0; cell < glyphs.length; cell++) if (glyphs[cell] !== last[cell]) others++;
      last.set(glyphs);
      return others / glyphs.length;
    },
    restart: () => {
      last = new Uint8Array(0);
    },
  };
};
