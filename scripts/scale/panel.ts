import { BOLD, END, INK, MIDDLE, short, text } from "../director/drawing.ts";
import type { Arrangement } from "./crowding.ts";
import { grouped } from "./words.ts";

/** A part of the picture: its left upper corner and its size. */
export type Panel = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Colors of who is at work, and of what a render is made of. */
export const SHADES = ["#7fd18a", "#4f9d8f", "#5b7fb5", "#8a6fb8", "#6a6a76", "#44444e"] as const;

/** A heading and a line below it that says what is seen. */
export const heading = ({ x, y }: Panel, title: string, says: string): string =>
  text(x, y - 34, title, INK.text, `${BOLD} font-size="16"`) + text(x, y - 14, says, INK.quiet, 'font-size="12.5"');

/** A scale from 0 at the foot of a panel to its top, in round steps. */
export const uprightScale = ({ x, y, width, height }: Panel, most: number) => {
  const step = roundStep(most / 4);
  const top = Math.ceil(most / step) * step;
  const at = (value: number): number => y + height - (value / top) * height;
  const steps = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step);
  const markup = steps
    .map(
      (value) =>
        `<path d="M${short(x)} ${short(at(value))}h${width}" stroke="${INK.rule}"/>` +
        text(x - 8, at(value) + 4, grouped(Number(value.toPrecision(3))), INK.quiet, `${END} font-size="12"`),
    )
    .join("");
  return { at, markup };
};

/** 1, 2 or 5, times a power of ten. */
const roundStep = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((step) => step * power >= least) ?? 10);
};

/** The middles of columns side by side, and how wide one is. */
export const columnsIn = ({ x, width }: Panel, count: number) => ({
  middle: (at: number): number => x + ((at + 0.5) * width) / count,
  width: Math.min(64, (width / count) * 0.56),
});

/** What stands below a column. */
export const arrangementLabel = (middle: number, y: number, { instances, workers }: Arrangement): string =>
  text(middle, y + 20, counted(instances, "instance"), INK.text, `${MIDDLE} font-size="13"`) +
  text(middle, y + 37, workers === 1 ? "of 1 worker" : `of ${workers} workers`, INK.quiet, `${MIDDLE} font-size="12"`);

export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** What colors and marks stand for, in a row. */
export const legend = (x: number, y: number, entries: readonly (readonly [mark: string, says: string])[]): string => {
  let left = x;
  return entries
    .map(([mark, says]) => {
      const entry = `<g transform="translate(${short(left)} ${short(y)})">${mark}</g>${text(left + 14, y, says, INK.quiet, 'font-size="12.5"')}`;
      left += 32 + says.length * 6.8;
      return entry;
    })
    .join("");
};

/** A small square of a color, as legends have it. */
export const swatch = (fill: string): string => `<rect y="-9" width="9" height="9" rx="2" fill="${fill}"/>`;
