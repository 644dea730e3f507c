/** A picture of the gallery: the flags that it is drawn with, and what to look at. */
export type Plate = {
  readonly name: string;
  readonly picture: string;
  readonly flags: string;
  /** What is on it, for whoever does not see it. */
  readonly shows: string;
  readonly says: string;
};

/** The gallery in its order. */
export const PLATES: readonly Plate[] = [
  {
    name: "koi",
    picture: "koi",
    flags: "--columns 100 --color",
    shows: "Two koi circling among lily pads, red, white and green on black",
    says: "Characters carry the light, colors the rest: on dark water most of the page is blank.",
  },
  {
    name: "portrait",
    picture: "portrait",
    flags: "--columns 120 --quality-target portrait --mono-color #ffd9a8",
    shows: "A girl with a headscarf and an earring, in warm light on black",
    says: "One color, and the target that cares for skin: tones come first, then the form of the face.",
  },
  {
    name: "moonlit",
    picture: "moonlit",
    flags: "--columns 140 --quality-target low-light --mono-color #9cc4ff",
    shows: "A full moon over snowy peaks and a lake, in pale blue on black",
    says: "A night that stays a night. The target spends its glyphs on the shadows.",
  },
  {
    name: "still-life",
    picture: "still-life",
    flags: "--columns 140 --glyph-strategy fixed",
    shows: "Fruit, a bottle and two balls on a table, in gray on black",
    says: "All 95 glyphs instead of the smallest set that holds the tones: more form in every cell.",
  },
  {
    name: "line-drawing",
    picture: "line-drawing",
    flags: "--columns 140 --invert --glyph-strategy fixed --mono-color #f4efe6",
    shows: "A full-rigged ship in fine bright lines on black",
    says: "Ink on paper, turned over: lines shine, and strokes follow their direction.",
  },
  {
    name: "edges",
    picture: "still-life",
    flags: "--columns 140 --edges --mono-color #ffb36b",
    shows: "The contours of the fruit and the bottle, in amber on black",
    says: "Contours alone.",
  },
  {
    name: "blocks",
    picture: "sprite",
    flags: "--columns 48 --charset blocks --color",
    shows: "An owl in large colored blocks",
    says: "Blocks of four shades, for what was drawn in blocks.",
  },
  {
    name: "dots",
    picture: "portrait",
    flags: "--columns 110 --charset dots --mono-color #8cffb4",
    shows: "The girl with the headscarf, in green dots on black",
    says: "Braille, as light on a green screen.",
  },
];

/** The file of a plate, from the root. */
export const fileOf = ({ name }: Plate): string => `docs/images/gallery-${name}.svg`;

/** What a reader types for it. */
export const commandOf = ({ name, picture, flags }: Plate): string =>
  `lumiglyph fixtures/${picture}.png ${flags.replaceAll(/#\w+/g, "'$&'")} --out ${name}.svg`;
