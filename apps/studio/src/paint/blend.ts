/** The alpha of an opaque pixel. Pixels are packed as on the board: red in the lowest byte, alpha in the highest. */
export const OPAQUE = 0xff000000 | 0;

/** Paints ink over a ground that is opaque, or 0: a pixel by the ink's share in it, 0 to 255, all bytes rounded. */
export const blend = (share: number, ink: number, ground: number): number => {
  if (ground === 0) return share && (share << 24) | ink;
  return mix(share, startOf(ground), stepOf(ink, ground), greenStartOf(ground), greenStepOf(ink, ground));
};

/** Red and blue are blended at once: each has room above it for the carry of a product. */
const RED_BLUE = 0xff00ff;

/** The ground's red and blue times 255, and halves to round by. */
export const startOf = (ground: number): number => (Math.imul(ground & RED_BLUE, 255) + 0x800080) | 0;

/** What a share of 1 adds to them. */
export const stepOf = (ink: number, ground: number): number => ((ink & RED_BLUE) - (ground & RED_BLUE)) | 0;

export const greenStartOf = (ground: number): number => ((ground >> 8) & 255) * 255 + 128;

export const greenStepOf = (ink: number, ground: number): number => ((ink >> 8) & 255) - ((ground >> 8) & 255);

/** `blend` over an opaque ground, for loops that take the colors apart before. */
export const mix = (share: number, start: number, step: number, greenStart: number, greenStep: number): number => {
  const redBlue = (start + Math.imul(step, share)) | 0;
  const green = (greenStart + Math.imul(greenStep, share)) | 0;
  // with the half in it, (t + t ÷ 256) ÷ 256 is t ÷ 255, rounded
  return OPAQUE | (((redBlue + ((redBlue >>> 8) & RED_BLUE)) >>> 8) & RED_BLUE) | ((green + (green >> 8)) & 0xff00);
};
