import { GIFEncoder } from "gifenc";
import type { FilmEncoder } from "./encoder.ts";
import { createFilmBoard, type FilmBoard } from "./film-board.ts";
import { filmSizeFor } from "./film-size.ts";
import { gifColors } from "./gif-colors.ts";
import { createGifPalette, type GifPalette } from "./gif-palette.ts";

/** Frames a second at most: a GIF counts in hundredths of a second, and viewers slow down what is shorter than two. */
const MOST_FPS = 25;

/** A picture that moves, over and over. Frames are laid over each other: what has not changed is left transparent. */
export const encodeGif: FilmEncoder = async ({ reel, atlas, tell }) => {
  const size = filmSizeFor(reel.size);
  const palette = createGifPalette(await gifColors(reel, size, atlas));
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

  let film: FilmBoard | null = null;
  let tracing: Tracing | null = null;
  let kept = 0;
  let slot = -1;
  let since = 0;
  let end = 0;
  let frames = 0;
  for await (const { time, duration, page } of reel.frames()) {
    end = Math.round((time + duration) * 100);
    tell(++frames, gif.bytesView().length);
    const ownSlot = Math.floor(time * MOST_FPS + 1e-6);
    if (ownSlot === slot) continue;
    slot = ownSlot;
    const now = Math.round(time * 100);
    // how long a frame stands is known when the next one comes
    if (tracing !== null) write(tracing.places, now - since, kept++ === 0);
    since = now;
    film ??= createFilmBoard(page, size, atlas);
    film.paint(page);
    tracing ??= createTracing(film, palette);
    tracing.trace();
  }
  if (tracing !== null) write(tracing.places, Math.max(2, end - since), kept === 0);
  gif.finish();
  return new Blob([gif.bytesView()], { type: "image/gif" });
};

/** A board's pixels by their places in a palette; those that were there before are no color at all. */
type Tracing = { readonly places: Uint8Array; readonly trace: () => void };

const createTracing = ({ board }: FilmBoard, { colors, placeOf }: GifPalette): Tracing => {
  const none = colors.length;
  const places = new Uint8Array(board.pixels.length);
  const shown = new Uint8Array(board.pixels.length).fill(none);
  const trace = (): void => {
    places.fill(none);
    for (let i = board.top * board.width; i < board.bottom * board.width; i++) {
      const place = placeOf(board.pixels[i]!);
      if (place !== shown[i]) places[i] = shown[i] = place;
    }
  };
  return { places, trace };
};
