import { EDGE, END, INK, MIDDLE, type Part, short, text } from "./drawing.ts";
import type { Trace } from "./trace.ts";

const STRIP = { width: 480, height: 12 } as const;
const BINS = 96;
const HILLS = 56;

/** The picture's tones as hills over a strip from black to white, and what else is known of it. */
export const factsPart = ({ facts, kind, tones }: Trace): Part => {
  const { dark, middle, bright, shadows, edges, skin, noise } = facts;
  const rest: readonly (readonly [name: string, value: string])[] = [
    ["in shadow", percent(shadows)],
    ["on a contour", percent(edges)],
    ["of skin's color", percent(skin)],
    ["noise", noise.toFixed(3)],
    ["its kind, by these", kind],
  ];
  const markup = [
    `<defs><linearGradient id="tones"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>`,
    `<path d="${hills(tones)}" fill="#5b6b8c"/>`,
    `<rect x="${EDGE}" y="${HILLS}" width="${STRIP.width}" height="${STRIP.height}" fill="url(#tones)" stroke="${INK.rule}"/>`,
    ...[dark, middle, bright].map((tone) => `<path d="M${at(tone)} 6V${HILLS + STRIP.height + 2}" ${MARK}/>`),
    text(EDGE, HILLS + 32, `dark ${dark.toFixed(2)}`),
    text(EDGE + STRIP.width / 2, HILLS + 32, `middle ${middle.toFixed(2)}`, INK.text, MIDDLE),
    text(EDGE + STRIP.width, HILLS + 32, `bright ${bright.toFixed(2)}`, INK.text, END),
    ...rest.map(
      ([name, value], i) => text(700, 10 + 20 * i, value, INK.text, END) + text(716, 10 + 20 * i, name, INK.quiet),
    ),
  ];
  return { markup: markup.join("\n"), height: HILLS + 36 };
};

const MARK = `stroke="${INK.mark}" stroke-width="2"`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const at = (tone: number): string => short(EDGE + tone * STRIP.width);

/** The histogram as an outline; its square root, so that a large flat ground leaves the rest to be seen. */
const hills = (tones: Uint32Array): string => {
  const bins = new Float64Array(BINS);
  tones.forEach((count, step) => {
    const bin = Math.min(BINS - 1, Math.floor((step * BINS) / (tones.length - 1)));
    bins[bin] = bins[bin]! + count;
  });
  const most = Math.sqrt(Math.max(...bins));
  const width = STRIP.width / BINS;
  const steps = Array.from(bins, (count) => `V${short(HILLS - (Math.sqrt(count) / most) * (HILLS - 8))}h${width}`);
  return `M${EDGE} ${HILLS}${steps.join("")}V${HILLS}z`;
};
