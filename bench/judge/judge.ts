import sharp from "sharp";
import { lightOf } from "../../tests/support/srgb.ts";
import { drawnAs, type Target, targetsOf } from "./drawn.ts";
import { type Plane, resizeByArea } from "./plane.ts";
import { compareViews, type Likeness, type Scores } from "./scores.ts";
import { CELL, type Pen, readPage, type View, viewOf, viewPage } from "./view.ts";

/** Scores plain text against a picture. */
export type Judge = (text: string) => Scores;

/** A picture analyzed for one grid size: its views on each background, and the targets of its cells. */
type Look = { readonly views: readonly View[]; readonly targets: readonly Target[] };

/** Creates a judge that decodes the picture once and analyzes it once for each grid size. */
export const judgeFor = async (bytes: Uint8Array, pen: Pen): Promise<Judge> => {
  const source = await readSource(bytes);
  const backgrounds = source.opacity === null ? [BLACK] : [BLACK, WHITE];
  const looks = new Map<string, Look>();
  const look = (columns: number, rows: number): Look => ({
    views: backgrounds.map((background) =>
      viewOf(resizeByArea(layOn(source, background), columns * CELL.width, rows * CELL.height)),
    ),
    targets: targetsOf(layOn(source, BLACK), columns, rows),
  });
  return (text) => {
    const page = readPage(text);
    const [columns, rows] = [page[0]!.length, page.length];
    const { views, targets } = looks.get(`${columns} × ${rows}`) ?? look(columns, rows);
    looks.set(`${columns} × ${rows}`, { views, targets });
    const seen = viewPage(page, pen);
    return { ...best(views.map((picture) => compareViews(seen, picture))), ...drawnAs(page, targets) };
  };
};

/** A transparent picture may be meant for either background: the better score counts. */
const BLACK = 0;
const WHITE = 1;

const best = (scores: readonly Likeness[]): Likeness => scores.reduce((a, b) => (b.ssim_full > a.ssim_full ? b : a));

/** A reference image: its luminance in linear light and, if any of it is transparent, its opacity. */
type Source = { readonly light: Plane; readonly opacity: Plane | null };

/** Decodes the first frame, upright. The judge has its own decoder: an error in ours must lower the score. */
export const readSource = async (bytes: Uint8Array): Promise<Source> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: false, page: 0 })
    .autoOrient()
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    light: { width, height, data: luminanceOf(data) },
    opacity: isOpaque(data) ? null : { width, height, data: opacityOf(data) },
  };
};

/** Composites an image over a background of this light. */
export const layOn = ({ light, opacity }: Source, background: number): Plane => {
  if (opacity === null) return light;
  const data = light.data.map((value, i) => value * opacity.data[i]! + background * (1 - opacity.data[i]!));
  return { ...light, data };
};

const LIGHT = Float64Array.from({ length: 256 }, (_, value) => lightOf(value / 255));

/** Rec. 709 luminance. */
const luminanceOf = (rgba: Uint8Array): Float32Array => {
  const out = new Float32Array(rgba.length / 4);
  for (let i = 0, at = 0; i < out.length; i++, at += 4) {
    out[i] = 0.2126 * LIGHT[rgba[at]!]! + 0.7152 * LIGHT[rgba[at + 1]!]! + 0.0722 * LIGHT[rgba[at + 2]!]!;
  }
  return out;
};

const isOpaque = (rgba: Uint8Array): boolean => {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
};

const opacityOf = (rgba: Uint8Array): Float32Array =>
  Float32Array.from({ length: rgba.length / 4 }, (_, i) => rgba[4 * i + 3]! / 255);
