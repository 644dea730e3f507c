import type { GridSize } from "@lumiglyph/contract";
import { builtCli, fromNpm, onPath, type Source } from "./sources.ts";

/** A set of flags for plain text on a black terminal. */
export type Setting = {
  readonly says: string;
  /** Set if it uses characters beyond ASCII. */
  readonly beyondAscii?: true;
  /** The arguments; the picture's file follows them. */
  readonly words: (grid: GridSize) => readonly string[];
};

/** A tool that renders pictures as characters; its first setting is the default. */
export type Tool = { readonly name: string; readonly source: Source; readonly settings: readonly Setting[] };

/** A program for `node -e` that renders a file with a package; `%C` and `%R` stand for the grid, `%H` for half its columns. */
const script =
  (text: string) =>
  ({ columns, rows }: GridSize): readonly string[] => [
    "-e",
    text
      .replaceAll("%C", `${columns}`)
      .replaceAll("%H", `${columns / 2}`)
      .replaceAll("%R", `${rows}`),
  ];

const CHAFA = ["--format", "symbols", "--colors", "none", "--stretch"];

const chafa =
  (...more: readonly string[]) =>
  ({ columns, rows }: GridSize): readonly string[] => [...CHAFA, "--size", `${columns}x${rows}`, ...more];

const jp2a =
  (...more: readonly string[]) =>
  ({ columns, rows }: GridSize): readonly string[] => ["--background=dark", `--size=${columns}x${rows}`, ...more];

const chafaWasm = (more: string) =>
  script(
    `const { readFileSync } = require("node:fs"); import("chafa-wasm").then(async ({ default: load }) => { const chafa = await load(); const bytes = new Uint8Array(readFileSync(process.argv[1])); chafa.imageToAnsi(bytes.buffer, { width: %C, height: %R, colors: chafa.ChafaCanvasMode.CHAFA_CANVAS_MODE_FGBG.value, fgOnly: true, ${more} }, (_, { ansi }) => console.log(ansi)); })`,
  );

const imageToAscii = (more: string) =>
  script(
    `require("image-to-ascii")(process.argv[1], { colored: false, size: { width: %H, height: %R }, size_options: { preserve_aspect_ratio: false, fit_screen: false }${more} }, (error, text) => console.log(error ?? text))`,
  );

const asciify = (flags: (grid: GridSize) => string) => (grid: GridSize) =>
  `node_modules/asciify-image/cli.js ${flags(grid)}`.split(" ");

/** Our own tool's name. */
export const OWN = "lumiglyph";

/** Our settings, as a query and as flags. */
export const OWN_SETTINGS = [
  // the command's first look has all glyphs, the service's defaults have a codebook
  { says: "as it comes", query: "glyphStrategy=fixed", flags: [] },
  { says: "smallest codebook", query: "", flags: ["--glyph-strategy", "adaptive"] },
] as const;

/** Every tool in the comparison, with the settings that may suit it best. */
export const TOOLS: readonly Tool[] = [
  {
    name: OWN,
    source: builtCli,
    settings: OWN_SETTINGS.map(({ says, flags }) => ({
      says,
      words: ({ columns }) => ["--columns", `${columns}`, ...flags],
    })),
  },
  {
    name: "chafa",
    source: onPath("chafa", /version (\S+)/),
    settings: [
      { says: "as it comes", words: chafa("--symbols", "ascii") },
      { says: "all work", words: chafa("--symbols", "ascii", "--fg-only", "--work", "9") },
      { says: "without preprocessing", words: chafa("--symbols", "ascii", "--fg-only", "--preprocess", "off") },
      { says: "dithered", words: chafa("--symbols", "ascii", "--fg-only", "--dither", "ordered") },
      { says: "filled", words: chafa("--symbols", "ascii", "--fg-only", "--fill", "ascii") },
      { says: "its own block symbols", beyondAscii: true, words: chafa() },
    ],
  },
  {
    name: "jp2a",
    source: onPath("jp2a", /jp2a (\S+)/),
    settings: [
      { says: "as it comes", words: jp2a() },
      { says: "ten glyphs", words: jp2a("--chars= .:-=+*#%@") },
      { says: "luminance of Rec. 709", words: jp2a("--red=0.2126", "--green=0.7152", "--blue=0.0722") },
    ],
  },
  {
    name: "chafa-wasm",
    source: fromNpm("chafa-wasm", "0.3.3"),
    settings: [
      { says: "as it comes", words: chafaWasm('symbols: "ascii"') },
      { says: "all work", words: chafaWasm('symbols: "ascii", work: 9') },
      { says: "without preprocessing", words: chafaWasm('symbols: "ascii", preprocess: false') },
    ],
  },
  {
    name: "image-to-ascii",
    source: fromNpm("image-to-ascii", "3.3.0"),
    settings: [
      { says: "as it comes", words: imageToAscii("") },
      { says: "ten glyphs", words: imageToAscii(', pixels: " .:-=+*#%@"') },
    ],
  },
  {
    name: "asciify-image",
    source: fromNpm("asciify-image", "0.1.10"),
    settings: [
      {
        says: "as it comes",
        words: asciify(({ columns }) => `--fit width --width ${columns / 2} --height 1`),
      },
      {
        says: "a sample for each character",
        words: asciify(({ columns, rows }) => `--fit none --width ${columns} --height ${rows} --c-ratio 1`),
      },
    ],
  },
];

/** Tools that are not compared, with the reason. */
export const LEFT_OUT: readonly (readonly [name: string, reason: string])[] = [
  ["ascii-art, ascii-converter", "stand on node-canvas 2, which has to be compiled against Cairo and Pango"],
  ["terminal-image", "draws colored blocks, which plain text has none of"],
  [
    "newer versions of chafa and jp2a",
    "whatever Debian packages is compared; `bench/results.md` tells of chafa 1.19.0",
  ],
  ["libcaca's img2txt", "draws in 16 colors; without them its text says next to nothing"],
];
