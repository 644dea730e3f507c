import type { FontName, RenderOptions } from "@lumiglyph/contract";
import { toLight } from "../math/srgb.ts";

/** Columns and rows into which a cell is divided for measuring. */
const CELL_GRID = { columns: 4, rows: 8 } as const;

const CELL_PARTS: number = CELL_GRID.columns * CELL_GRID.rows;

/** Printable ASCII, the characters that fonts draw differently. */
export const PRINTABLE_ASCII: string = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 0x20 + i));

/** The light of a font's letters: what pages are matched to that this font will show. */
export type FontProfile = {
  /** Identifies the measurement, so that evidence can name it. */
  readonly id: string;
  /** The font's names in style sheets, the most usual first. */
  readonly families: readonly string[];
  /**
   * The light that light ink adds to black: a character for each part of each printable ASCII character's cell, row by row,
   * `#` for none to `~` for a part that is all ink.
   */
  readonly light: string;
  /** The same for the light that dark ink takes away from paper. */
  readonly paper: string;
};

/** Samples per pixel, across and down, in which characters are drawn to be measured. */
export const SAMPLES = 8;

/** A drawn character: the share of each sample of its cell that ink covers, 0 to 1, row by row. */
export type DrawnGlyph = {
  /** In samples, whole pixels. */
  readonly width: number;
  readonly height: number;
  readonly coverage: ArrayLike<number>;
};

/** Makes a profile from a font's printable ASCII characters, in the order of their codes. */
export const makeProfile = (families: readonly string[], drawn: readonly DrawnGlyph[]): FontProfile => {
  const pixels = drawn.map(pixelsOf);
  const light = packed(pixels.map((glyph) => averaged(glyph, onBlack)));
  const paper = packed(pixels.map((glyph) => averaged(glyph, onPaper)));
  return { id: idOf(light, paper), families: families.filter(isFamily), light, paper };
};

/** Reads a profile that was written as JSON. Throws a `RangeError` that says what is wrong with it. */
export const readProfile = (text: string): FontProfile => {
  const { id, families, light, paper } = parsed(text) as Partial<Record<keyof FontProfile, unknown>>;
  const isWhole =
    isPacked(light) &&
    isPacked(paper) &&
    id === idOf(light, paper) &&
    Array.isArray(families) &&
    families.every(isFamily);
  if (!isWhole) throw new RangeError("This is no font profile. `lumiglyph calibrate MyFont.ttf` writes one.");
  return { id, families, light, paper };
};

const parsed = (text: string): object => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

/** Names are written into style sheets, so they hold nothing that could end a string there. */
const isFamily = (name: unknown): name is string => typeof name === "string" && /^[\p{L}\p{N} ._+-]{1,64}$/u.test(name);

/** Written from `#` to `~` without the backslash, so that neither JSON nor TypeScript escapes one. */
const STEPS: readonly string[] = Array.from({ length: 92 }, (_, i) => String.fromCharCode(0x23 + i)).filter(
  (one) => one !== "\\",
);

/** Light by step. Steps are even in its square root, so that thin strokes keep their digits. */
const LIGHT_OF_STEP: ReadonlyMap<string, number> = new Map(
  STEPS.map((one, step) => [one, (step / (STEPS.length - 1)) * (step / (STEPS.length - 1))]),
);

/** What rounding takes from a part, a darker part of the same glyph gets: the light of the whole glyph stays exact. */
const packed = (lights: readonly Float64Array[]): string =>
  lights
    .map((light) => {
      const parts = Array.from(light, () => STEPS[0]!);
      let rest = 0;
      for (const [part, own] of [...light.entries()].toSorted(([, a], [, b]) => b - a)) {
        if (own === 0) break;
        const wanted = Math.min(1, Math.max(0, own + rest));
        parts[part] = STEPS[Math.round(Math.sqrt(wanted) * (STEPS.length - 1))]!;
        rest += own - LIGHT_OF_STEP.get(parts[part])!;
      }
      return parts.join("");
    })
    .join("");

const isPacked = (text: unknown): text is string =>
  typeof text === "string" &&
  text.length === PRINTABLE_ASCII.length * CELL_PARTS &&
  Array.from(text).every((one) => LIGHT_OF_STEP.has(one));

/** Fowler, Noll and Vo's hash of 32 bits: profiles are told apart by it, not protected. */
const idOf = (...parts: readonly string[]): string => {
  let hash = 0x811c9dc5;
  for (const character of parts.join(" ")) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return `glyph-light-v1-${(hash >>> 0).toString(16).padStart(8, "0")}`;
};

/** Linear light of each part of each letter. */
export const lettersOf = (profile: FontProfile, background: "dark" | "light"): Float64Array => {
  const [steps, full] = background === "dark" ? [profile.light, INK_LIGHT] : [profile.paper, 1];
  return Float64Array.from(steps, (one) => full * LIGHT_OF_STEP.get(one)!);
};

const LOADED = new Map<string, FontProfile>();

/** Whether a render with this `font` has what it needs. */
export const isFontLoaded = (font: FontName): boolean => font === "any" || LOADED.has(font);

/** Loads a font's profile; a render with that `font` needs it. `any` needs nothing. */
export const loadFont = async (font: FontName): Promise<void> => {
  if (font === "any" || isFontLoaded(font)) return;
  const { MODULES } = await import("./font-modules.ts");
  LOADED.set(font, (await MODULES[font]()).PROFILE);
};

/** The options with a profile of one's own, if there is one, in the place of a font's name. */
export const withProfile = (options: RenderOptions, profile: FontProfile | undefined): RenderOptions => {
  if (profile === undefined) return options;
  LOADED.set(profile.id, profile);
  return { ...options, font: profile.id as FontName };
};

/** What a document says about the font: a profile of one's own has no name but its id. */
export const statedFont = (font: FontName): FontName => (LOADED.get(font)?.id === font ? "any" : font);

/** The profile of a font, or null for `any`. */
export const profileFor = (font: FontName): FontProfile | null => {
  const profile = LOADED.get(font);
  if (font === "any" || profile !== undefined) return profile ?? null;
  throw new Error(`The profile of the font ${font} is not loaded: \`await loadFont("${font}")\` first.`);
};

/** The font of a page whose evidence names this measurement; `any` if no profile that is loaded has that name. */
export const fontWithId = (id: unknown): FontName =>
  ([...LOADED].find(([, profile]) => profile.id === id)?.[0] ?? "any") as FontName;

/** Foreground of a usual terminal, as an sRGB value. */
const INK = 0xe5 / 255;

/** The light of a pixel that ink covers to this share, or on paper the light that the ink takes away. */
type LightOfShare = (share: number) => number;

/** Terminals blend coverage in sRGB values; the screen emits their light, and light adds up. */
const onBlack: LightOfShare = (share) => toLight(share * INK) / INK_LIGHT;

/** Black ink on white paper. */
const onPaper: LightOfShare = (share) => 1 - toLight(1 - share);

/** Linear light of a part that is all ink, on black. */
const INK_LIGHT: number = toLight(INK);

/** The shares of a glyph's pixels that ink covers. */
const pixelsOf = ({ width, height, coverage }: DrawnGlyph): DrawnGlyph => {
  const [across, down] = [width / SAMPLES, height / SAMPLES];
  const shares = new Float64Array(across * down);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = Math.floor(y / SAMPLES) * across + Math.floor(x / SAMPLES);
      shares[pixel]! += coverage[y * width + x]! ** EDGE / (SAMPLES * SAMPLES);
    }
  }
  return { width: across, height: down, coverage: shares };
};

/**
 * Strokes look a little wider on screens than their outlines are: browsers and several terminals blend light text in
 * linear light, or widen its strokes. This exponent at the strokes' edges is Skia's.
 */
const EDGE = 1 / 2.2;

/** Mean light of each part of a cell, row by row, from the shares of its pixels that ink covers. */
const averaged = ({ width, height, coverage }: DrawnGlyph, light: LightOfShare): Float64Array => {
  const { columns, rows } = CELL_GRID;
  const means = new Float64Array(CELL_PARTS);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const own = light(coverage[y * width + x]!);
      if (own === 0) continue;
      // a pixel on the border of two parts lights both
      for (let row = Math.floor((y * rows) / height); row * height < (y + 1) * rows; row++) {
        for (let column = Math.floor((x * columns) / width); column * width < (x + 1) * columns; column++) {
          const down = overlap(y / height, 1 / height, row / rows, 1 / rows);
          const across = overlap(x / width, 1 / width, column / columns, 1 / columns);
          means[row * columns + column]! += own * down * rows * across * columns;
        }
      }
    }
  }
  return means;
};

/** Length of what two stretches share. */
const overlap = (start: number, length: number, other: number, otherLength: number): number =>
  Math.max(0, Math.min(start + length, other + otherLength) - Math.max(start, other));
