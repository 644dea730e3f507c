import { PARAM_ROWS, type RenderOptions } from "@lumiglyph/contract";
import { LOOKS, PHOTO_START } from "../state/looks.ts";

/** The kind of a picture, as far as it decides how to draw it. */
export type PictureKind = "photo" | "portrait" | "drawing" | "text" | "night" | "pixelArt";

type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array | Uint8ClampedArray };

/**
 * Measurements of a picture. Shares are of its pixels, tones are sRGB-encoded luminance; all are 0
 * to 1.
 */
export type Traits = {
  /** Pixels exactly like their right and lower neighbors. */
  readonly flat: number;
  /** Width of the squares in pixel art, in pixels; 1 for other pictures. */
  readonly square: number;
  /** Pixels as light as the paper (the most frequent light tone), and its lightness. */
  readonly paper: number;
  readonly paperTone: number;
  /** Pixels at the border that are paper. */
  readonly paperBorder: number;
  /** Pixels between paper and ink: photos have many, prints few. */
  readonly between: number;
  /** Mean number of strokes in a row of pixels, over rows with any. */
  readonly strokes: number;
  /** Gaps between rows with strokes, relative to all rows. */
  readonly lines: number;
  /** The tones that half of the pixels, and nine in ten, are darker than. */
  readonly median: number;
  readonly high: number;
  /** Mean difference of the strongest and the weakest channel. */
  readonly colored: number;
  /** Skin-colored pixels, in the middle and elsewhere. */
  readonly skin: number;
  readonly skinAround: number;
};

/** The rules, in order: the first match decides. */
export const KIND_RULES: readonly { readonly kind: PictureKind; readonly when: (traits: Traits) => boolean }[] = [
  { kind: "pixelArt", when: ({ square, flat }) => square > 1 || (square === 0 && flat > 0.2) },
  {
    kind: "text",
    when: ({ median, colored, strokes, lines, between }) =>
      median > 0.6 && colored < 0.03 && strokes > 9 && (lines > 0.025 || between > 0.2),
  },
  {
    kind: "drawing",
    when: ({ paperBorder, paper, paperTone }) => paperTone > 0.6 && paperBorder > 0.75 && paper > 0.2,
  },
  { kind: "night", when: ({ median, high }) => median < 0.06 && high < 0.45 },
  { kind: "portrait", when: ({ skin, skinAround }) => skin > 0.22 && skin > 1.6 * skinAround },
  { kind: "night", when: ({ median, high }) => median < 0.2 && high < 0.5 },
  { kind: "photo", when: () => true },
];

const [, { sets: INK }, , { sets: MOSAIC }, { sets: HALF_BLOCKS }] = LOOKS;

/** The starting options of each kind: its look, its columns, and other suitable parameters. */
const STARTS: { readonly [Kind in PictureKind]: RenderOptions } = {
  photo: PHOTO_START,
  portrait: { ...PHOTO_START, qualityTarget: "portrait" },
  drawing: { ...INK, columns: 160 },
  text: { ...INK, columns: 240 },
  night: { ...PHOTO_START, qualityTarget: "low-light" },
  pixelArt: { ...HALF_BLOCKS, autoOptimize: 0, sharpen: 0, denoise: 0, contrast: 1, autoLevels: 0, saturation: 1 },
};

/**
 * Whether a drawing is shaded by many fine strokes, as engravings are: the strokes are finer than
 * letters.
 */
const isEngraved = ({ between, strokes }: Traits): boolean => between > 0.2 && strokes > 12;

/** The options that a picture starts with. */
export const startFor = (pixels: Pixels): RenderOptions => {
  const traits = traitsOf(pixels);
  const kind = kindWith(traits);
  if (kind === "drawing" && isEngraved(traits)) return { ...MOSAIC, columns: 200 };
  return { ...STARTS[kind], ...(kind === "pixelArt" && { columns: squaresAcross(pixels) }) };
};

/** One column for each square of pixel art. */
const squaresAcross = (pixels: Pixels): number => {
  const squares = Math.round(pixels.width / Math.max(1, squareOf(pixels)));
  return Math.min(PARAM_ROWS.columns.max, Math.max(PARAM_ROWS.columns.min, squares));
};

/** Recognizes the kind of a picture from some of its pixels, by the rules above. */
export const kindOfPicture = (pixels: Pixels): PictureKind => kindWith(traitsOf(pixels));

const kindWith = (traits: Traits): PictureKind => KIND_RULES.find(({ when }) => when(traits))!.kind;

/** Samples along the longer side. */
const SAMPLES = 200;

export const traitsOf = (pixels: Pixels): Traits => {
  const { width, height } = pixels;
  const step = Math.max(1, Math.max(width, height) / SAMPLES);
  const [across, down] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))];
  const tones = new Float64Array(across * down);
  const counts = new Uint32Array(TONES);
  let [flat, colored, skin, skinMiddle, middle] = [0, 0, 0, 0, 0];
  for (let row = 0, i = 0; row < down; row++) {
    for (let column = 0; column < across; column++, i++) {
      const [x, y] = [Math.floor((column + 0.5) * step), Math.floor((row + 0.5) * step)];
      const at = 4 * (Math.min(height - 1, y) * width + Math.min(width - 1, x));
      const [red, green, blue] = onPaper(pixels.data, at);
      const tone = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
      tones[i] = tone;
      counts[Math.min(TONES - 1, Math.floor(tone * TONES))]!++;
      colored += (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
      if (x + 1 < width && y + 1 < height && isAlike(pixels, at, at + 4) && isAlike(pixels, at, at + 4 * width)) flat++;
      const isMiddle = Math.hypot(column / across - 0.5, row / down - 0.45) < 0.32;
      if (isMiddle) middle++;
      if (isSkin(red, green, blue)) {
        skin++;
        if (isMiddle) skinMiddle++;
      }
    }
  }
  const count = across * down;
  const paperBin = mostFrequent(counts, LIGHT * TONES);
  const paperTone = (paperBin + 0.5) / TONES;
  const isPaper = (tone: number): boolean => Math.abs(tone - paperTone) < 0.08;
  const isInk = (tone: number): boolean => tone < paperTone - 0.3;
  let [paper, border, paperBorder, ink] = [0, 0, 0, 0];
  let [strokes, inkedRows, lines] = [0, 0, 0];
  let wasInked = false;
  for (let row = 0, i = 0; row < down; row++) {
    for (let column = 0; column < across; column++, i++) {
      const isEdge = row === 0 || column === 0 || row === down - 1 || column === across - 1;
      if (isEdge) border++;
      if (isPaper(tones[i]!)) {
        paper++;
        if (isEdge) paperBorder++;
      }
      if (isInk(tones[i]!)) ink++;
    }
    const found = strokesIn(tones.subarray(i - across, i));
    if (found > 0) inkedRows++;
    else if (wasInked) lines++;
    wasInked = found > 0;
    strokes += found;
  }
  return {
    flat: flat / count,
    square: squareOf(pixels),
    paper: paper / count,
    paperTone,
    paperBorder: paperBorder / border,
    between: 1 - (paper + ink) / count,
    strokes: strokes / Math.max(1, inkedRows),
    lines: lines / down,
    median: quantile(counts, count / 2),
    high: quantile(counts, 0.9 * count),
    colored: colored / count,
    skin: skinMiddle / Math.max(1, middle),
    skinAround: (skin - skinMiddle) / Math.max(1, count - middle),
  };
};

/** How often a row becomes clearly darker than its own paper, in any lighting. */
const strokesIn = (row: Float64Array): number => {
  const paper = row.toSorted()[Math.floor(0.85 * row.length)]!;
  const isInk = (tone: number | undefined): boolean => tone !== undefined && tone < paper - 0.2;
  return row.filter((tone, i) => isInk(tone) && !isInk(row[i - 1])).length;
};

const TONES = 64;

/** Minimum tone of paper. */
const LIGHT = 0.5;

/** A pixel over white, if it is transparent. */
const onPaper = (data: Pixels["data"], at: number): readonly [number, number, number] => {
  const alpha = data[at + 3]! / 255;
  const over = (channel: number): number => data[at + channel]! * alpha + 255 * (1 - alpha);
  return [over(0), over(1), over(2)];
};

const isAlike = ({ data }: Pixels, one: number, other: number): boolean =>
  data[one] === data[other] &&
  data[one + 1] === data[other + 1] &&
  data[one + 2] === data[other + 2] &&
  data[one + 3] === data[other + 3];

/** Skin of any shade: red leads, blue trails, in proportions that differ little between people. */
const isSkin = (red: number, green: number, blue: number): boolean => {
  const sum = red + green + blue;
  if (sum < 60) return false;
  const [r, g] = [red / sum, green / sum];
  return r > 0.36 && r < 0.56 && g > 0.26 && g < 0.36 && red > blue && r - g > 0.04;
};

const mostFrequent = (counts: Uint32Array, from: number): number => {
  let best = from;
  for (let bin = from; bin < counts.length; bin++) if (counts[bin]! > counts[best]!) best = bin;
  return best;
};

const quantile = (counts: Uint32Array, share: number): number => {
  let bin = 0;
  for (let sum = counts[0]!; sum < share && bin < counts.length - 1; sum += counts[++bin]!);
  return (bin + 0.5) / counts.length;
};

/** Maximum side of a picture whose every pixel may be one of pixel art. */
const TINY = 96;

/**
 * The width of the squares in pixel art: the greatest common divisor of the positions where colors
 * change in some rows. 1 for other pictures, 0 if the picture is so small that every pixel may be a
 * square.
 */
const squareOf = ({ width, height, data }: Pixels): number => {
  if (Math.max(width, height) <= TINY) return 0;
  let common = 0;
  let changes = 0;
  for (let part = 1; part < 16; part++) {
    const start = Math.floor((height * part) / 16) * width;
    for (let x = 1; x < width; x++) {
      if (isAlike({ width, height, data }, 4 * (start + x - 1), 4 * (start + x))) continue;
      changes++;
      common = gcd(common, x);
      if (common === 1) return 1;
    }
  }
  return changes >= 8 && common > 1 ? common : 1;
};

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other));
