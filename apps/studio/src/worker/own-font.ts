import { type FontProfile, keepProfile, makeProfile, SAMPLES } from "@lumiglyph/engine";
import { drawLettersWith, type Pen } from "@lumiglyph/engine/paint/atlas";
import { FontFailure } from "./failure.ts";
import type { FontChoice, OwnFont } from "./font-choice.ts";

/**
 * Measures a font; from then on, pages in this font are drawn with it. Throws a `FontFailure` if it
 * cannot be used.
 */
export const matchFont = async (choice: FontChoice): Promise<FontProfile> => {
  const pen = penFor(await loadFace(choice));
  const width = MEASURED_CELL * SAMPLES;
  const drawn = LETTERS.map((letter) => ({
    width,
    height: 2 * width,
    coverage: pen(letter, width, 2 * width, MEASURED_AT),
  }));
  const inked = drawn.filter(({ coverage }) => coverage.some((share) => share > 0));
  if (inked.length < LETTERS.length - 1) throw new FontFailure("Some of the font's characters are empty.");
  const profile = makeProfile([choice.name], drawn);
  keep(profile, pen);
  return profile;
};

/** Draws pages in a font that another Worker has measured. */
export const adoptFont = async ({ profile, ...choice }: OwnFont): Promise<void> =>
  keep(profile, penFor(await loadFace(choice)));

const keep = (profile: FontProfile, pen: Pen): void => {
  keepProfile(profile);
  drawLettersWith(profile.id, pen);
};

/** Printable ASCII. */
const LETTERS: readonly string[] = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));

/** Cell width in pixels at which letters are measured. */
const MEASURED_CELL = 8;

let faces = 0;

/** Loads a font for this Worker's canvases, and returns its name there. */
const loadFace = async ({ name, file }: FontChoice): Promise<string> => {
  const family = `matched-${++faces}`;
  try {
    const face = new FontFace(family, file ?? localNames(name));
    // TypeScript knows this set only in documents
    (globalThis as unknown as FontFaceSource).fonts.add(await face.load());
  } catch {
    throw new FontFailure(
      file === null
        ? `This device has no font called ${name}, or the browser does not show it. Open its file instead.`
        : "The browser cannot read this file. Use a TTF, OTF, WOFF or WOFF2 file.",
    );
  }
  return family;
};

/** Browsers look fonts up by their full names, which may end in the name of the style. */
const localNames = (name: string): string => {
  const safe = name.replaceAll(/[^\p{L}\p{N} ._+-]/gu, "");
  return [safe, `${safe} Regular`, `${safe}-Regular`, `${safe} Book`].map((one) => `local("${one}")`).join(", ");
};

/** Cell width from which glyphs are drawn as outlines, without the corrections that browsers make to small text. */
const OUTLINES_CELL = 192;

/** Cell width in which letters are drawn to be measured: Chromium's outlines are exact to a quarter of a pixel. */
const MEASURED_AT = 768;

/** A pen that draws in cells of a minimum width and averages the result. */
type FinePen = (letter: string, width: number, height: number, least?: number) => Float64Array;

/** Font size at which a font's own measures are read: browsers round some of them to whole pixels. */
const PROBE = 10_000;

/** Draws a font's letters at any size. Throws a `FontFailure` if they differ in width. */
const penFor = (family: string): FinePen => {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.font = `${PROBE}px "${family}"`;
  const { width: advance, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText("M");
  const widths = LETTERS.map((letter) => context.measureText(letter).width);
  if (!(advance > 0) || widths.some((width) => Math.abs(width - advance) > advance / 100)) {
    throw new FontFailure("The font is not monospaced: its characters differ in width.");
  }
  /**
   * Half the difference of the line's height above and below its baseline, relative to the advance.
   */
  const rise = (fontBoundingBoxAscent - fontBoundingBoxDescent) / (2 * advance);
  return (letter, width, height, least = OUTLINES_CELL) => {
    const times = Math.ceil(least / width);
    const [large, high] = [width * times, height * times];
    Object.assign(canvas, { width: large, height: high });
    context.font = `${(PROBE * large) / advance}px "${family}"`;
    context.scale(1, high / (2 * large));
    context.fillText(letter, 0, large * (1 + rise));
    const pixels = new Uint32Array(context.getImageData(0, 0, large, high).data.buffer);
    const shares = new Float64Array(width * height);
    for (let y = 0, from = 0; y < high; y++) {
      for (let x = 0, to = Math.floor(y / times) * width; x < width; x++, to++) {
        let sum = 0;
        // the highest byte is alpha
        for (const end = from + times; from < end; from++) sum += pixels[from]! >>> 24;
        shares[to] = shares[to]! + sum;
      }
    }
    return shares.map((sum) => sum / (255 * times * times));
  };
};
