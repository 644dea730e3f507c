import type { GlyphAtlas } from "@lumiglyph/engine/paint/atlas";
import type { Rgb } from "@lumiglyph/engine/paint/page";
import { GIFEncoder, quantize } from "gifenc";
import { createFramePainter, type FramePainter } from "./frame-painter.ts";
import type { FrameSequence, OpaquePage, SequenceEncoder } from "./frame-sequence.ts";
import type { VideoSize } from "./video-size.ts";

/** Shortest delay in hundredths of a second: viewers slow down those below. */
const LEAST_DELAY = 2;

/** An endlessly looping GIF. Frames overlay each other; unchanged pixels are transparent. */
export const encodeGif: SequenceEncoder = async ({ sequence, size, atlas, onProgress }) => {
  const palette = createGifPalette(await gifColors(sequence, size, atlas));
  const gif = GIFEncoder();
  const write = (places: Uint8Array, delay: number, isFirst: boolean): void =>
    gif.writeFrame(places, size.width, size.height, {
      ...(isFirst && { palette: [...palette.colors, [0, 0, 0]] }),
      // 10 ms are a hundredth of a second
      delay: delay * 10,
      transparent: !isFirst,
      transparentIndex: palette.colors.length,
      dispose: 1,
      colorDepth: Math.ceil(Math.log2(palette.colors.length + 1)),
      repeat: 0,
    });

  let painter: FramePainter | null = null;
  let tracing: Tracing | null = null;
  let kept = 0;
  let since = -LEAST_DELAY;
  let end = 0;
  let frames = 0;
  for await (const { time, duration, page } of sequence.frames()) {
    end = Math.round((time + duration) * 100);
    onProgress(++frames, gif.bytesView().length);
    const now = Math.round(time * 100);
    if (now - since < LEAST_DELAY) continue;
    // a frame's duration is known when the next one arrives
    if (tracing !== null) write(tracing.places, now - since, kept++ === 0);
    since = now;
    painter ??= createFramePainter(page, size, atlas);
    painter.paint(page);
    tracing ??= createTracing(painter, palette);
    tracing.trace();
  }
  if (tracing !== null) write(tracing.places, Math.max(LEAST_DELAY, end - since), kept === 0);
  gif.finish();
  return new Blob([gif.bytesView()], { type: "image/gif" });
};

/** A buffer's pixels as palette indices; unchanged ones are transparent. */
type Tracing = { readonly places: Uint8Array; readonly trace: () => void };

const createTracing = ({ pixelBuffer }: FramePainter, { colors, placeOf }: GifPalette): Tracing => {
  const none = colors.length;
  const places = new Uint8Array(pixelBuffer.pixels.length);
  const shown = new Uint8Array(pixelBuffer.pixels.length).fill(none);
  const trace = (): void => {
    places.fill(none);
    for (let i = pixelBuffer.top * pixelBuffer.width; i < pixelBuffer.bottom * pixelBuffer.width; i++) {
      const place = placeOf(pixelBuffer.pixels[i]!);
      if (place !== shown[i]) places[i] = shown[i] = place;
    }
  };
  return { places, trace };
};

/** Palette size, less the transparent index. */
const MOST_COLORS = 255;

/** Colors for the whole GIF: the steps between background and ink, or the best for a few frames. */
const gifColors = async (sequence: FrameSequence, size: VideoSize, atlas: GlyphAtlas): Promise<readonly Rgb[]> => {
  const pages: OpaquePage[] = [];
  for await (const { page } of sequence.glimpses()) {
    const [colors, grounds] = [page.colors?.slice() ?? null, page.grounds?.slice() ?? null];
    pages.push({ ...page, glyphs: page.glyphs.slice(), colors, grounds });
  }
  const [first] = pages as [OpaquePage];
  if (pages.every((page) => isInInk(page, first))) return gifPalette(first.ground, first.ink);
  // rgb565 takes 15 times as long, for 0.4 dB
  return [first.ground, ...quantize(pixelsOf(pages, size, atlas), MOST_COLORS - 1, { format: "rgb444" })];
};

const isInInk = ({ colors, ground, ink }: OpaquePage, first: OpaquePage): boolean =>
  colors === null && String([ground, ink]) === String([first.ground, first.ink]);

const pixelsOf = (pages: readonly OpaquePage[], size: VideoSize, atlas: GlyphAtlas): Uint8Array => {
  const { pixelBuffer, paint } = createFramePainter(pages[0]!, size, atlas);
  const all = new Uint8Array(pages.length * pixelBuffer.pixels.byteLength);
  for (const [i, page] of pages.entries()) {
    paint(page);
    all.set(new Uint8Array(pixelBuffer.pixels.buffer), i * pixelBuffer.pixels.byteLength);
  }
  return all;
};

/** Palette colors, and the index of the one nearest to a pixel. */
type GifPalette = {
  readonly colors: readonly Rgb[];
  /** A pixel with red in the lowest byte. */
  readonly placeOf: (pixel: number) => number;
};

/** Steps from background to ink. Values between them are blended, so the error is at most half a step. */
const STEPS = 64;

/** Colors of a video in one ink. */
export const gifPalette = (ground: Rgb, ink: Rgb): readonly Rgb[] =>
  Array.from({ length: STEPS }, (_, step) => {
    const share = step / (STEPS - 1);
    const mixed = (i: 0 | 1 | 2): number => Math.round(ground[i] + (ink[i] - ground[i]) * share);
    return [mixed(0), mixed(1), mixed(2)];
  });

/** A palette of given colors. The nearest color is cached per upper five or six bits of each channel. */
export const createGifPalette = (colors: readonly Rgb[]): GifPalette => {
  const places = new Int16Array(2 ** 16).fill(-1);
  return {
    colors,
    placeOf: (pixel) => {
      const key = ((pixel & 0xf8) << 8) | ((pixel & 0xfc00) >> 5) | ((pixel & 0xf80000) >> 19);
      if (places[key] === -1) places[key] = nearest(colors, pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255);
      return places[key]!;
    },
  };
};

const nearest = (colors: readonly Rgb[], red: number, green: number, blue: number): number => {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [place, color] of colors.entries()) {
    const distance = (color[0] - red) ** 2 + (color[1] - green) ** 2 + (color[2] - blue) ** 2;
    if (distance >= least) continue;
    best = place;
    least = distance;
  }
  return best;
};
