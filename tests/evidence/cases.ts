/** An image of fixtures/ and the parameters to render it with. */
export type Case = {
  readonly file: string;
  /** Whether the file is converted to a JPEG large enough for its decoder to reduce it. */
  readonly asJpeg: boolean;
  readonly asked: { readonly [name: string]: string | number | boolean };
};

const PICTURES = ["koi.png", "line-drawing.png", "moonlit.png", "portrait.png", "sprite.png", "still-life.png"];

const CHARTS = [
  "charts/alpha.png",
  "charts/checker.png",
  "charts/color-wheel.png",
  "charts/edges.png",
  "charts/noise.png",
  "charts/one-pixel.png",
  "charts/ramp.png",
  "charts/steps.png",
  "charts/tall.png",
  "charts/wide.png",
  "charts/zone-plate.png",
];

const FORMATS = [
  "formats/animated.gif",
  "formats/animated.webp",
  "formats/baseline.jpg",
  "formats/cmyk.jpg",
  "formats/display-p3.png",
  "formats/exif-3.jpg",
  "formats/exif-6.jpg",
  "formats/gray-alpha.png",
  "formats/gray.jpg",
  "formats/interlaced.png",
  "formats/lossless.webp",
  "formats/lossy.webp",
  "formats/palette.png",
  "formats/picture.avif",
  "formats/progressive.jpg",
  "formats/sixteen-bit.png",
  "formats/still.gif",
];

/** Varied besides image and target; a duplicated value is twice as frequent. */
const VALUES: { readonly [name: string]: readonly (string | number | boolean)[] } = {
  columns: [24, 32, 48, 60, 80, 100, 120, 160],
  format: ["json", "json-compact"],
  autoOptimize: [0, 0.5, 0.9, 1],
  charset: ["detailed", "detailed", "detailed", "detailed", "standard", "blocks", "binary", "dots", "minimal"],
  glyphStrategy: ["adaptive", "fixed"],
  invert: [false, false, false, true],
  dither: [false, false, false, false, true],
  edges: [false, false, false, false, false, false, false, true],
  color: [false, true],
};

/** Sometimes given: the Director must then leave the value unchanged. */
const LOCKED = [
  {},
  {},
  {},
  {},
  { contrast: 1.6 },
  { brightness: -20 },
  { gamma: 0.8 },
  { sharpen: 0 },
  { autoLevels: 0.4 },
  { structure: 1 },
  { denoise: 0.9 },
  { maxGlyphRmse: 0.01 },
] as const;

const TARGETS = ["balanced", "portrait", "motion", "low-light", "round-trip"] as const;

/** 40 images for each of five targets, other parameters at random, then the extensions: the same in every run. */
export const drawCases = (): readonly Case[] => [...inOneColor(), ...withExtensions()];

/**
 * Cells of two colors, palettes, paper, fonts and custom characters. `motion` is left out: its twin
 * with noise has one color per cell.
 */
const withExtensions = (): readonly Case[] =>
  [...PICTURES, "charts/color-wheel.png", "charts/alpha.png"].flatMap((file, row) =>
    [
      { fill: 0.6, charset: "detailed" },
      { fill: 1, charset: "standard" },
      { charset: "halves" },
      { charset: "quadrants" },
      { charset: "quadrants", colors: "16" },
      { fill: 0.6, charset: "detailed", colors: "256" },
      { charset: "detailed", colors: "256" },
      { background: "light", charset: "detailed", color: false },
      { background: "light", charset: "standard" },
      { background: "light", charset: "detailed", fill: 0.6 },
      { font: "cascadia", charset: "detailed", color: false },
      { font: "ubuntu", charset: "standard" },
      { font: "fira", charset: "detailed", background: "light", color: false },
      { font: "jetbrains", charset: "detailed", fill: 0.6 },
      { characters: " .oO0@", color: false },
      { characters: " #%&.:~" },
    ].map((given, column) => ({
      file,
      asJpeg: false,
      asked: {
        color: true,
        ...given,
        columns: VALUES["columns"]![row % 6]!,
        autoOptimize: 0.9,
        glyphStrategy: "adaptive",
        dither: false,
        edges: false,
        format: column % 2 === 0 ? "json" : "json-compact",
        invert: row === 3,
        qualityTarget: ["balanced", "portrait", "low-light", "round-trip"][(row + column) % 4]!,
      },
    })),
  );

const inOneColor = (): readonly Case[] => {
  const pick = lots(1);
  const files = [...PICTURES, ...CHARTS, ...FORMATS].map((file) => ({ file, asJpeg: false }));
  const jpegs = PICTURES.map((file) => ({ file, asJpeg: true }));
  return TARGETS.flatMap((qualityTarget) =>
    [...files, ...jpegs].map(({ file, asJpeg }) => {
      const given = Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, pick(values)]));
      const asked = { ...given, ...pick(LOCKED), qualityTarget };
      return { file, asJpeg, asked: file === TALL ? { ...asked, columns: 24 } : asked };
    }),
  );
};

/** It is 40 times as high as wide. */
const TALL = "charts/tall.png";

/** Picks values evenly (a linear congruential generator). */
const lots = (seed: number) => {
  let state = seed;
  return <Value>(values: readonly Value[]): Value => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)]!;
  };
};
