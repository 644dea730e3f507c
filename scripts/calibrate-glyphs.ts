/**
 * Measures how much light every glyph emits, and writes packages/engine/src/glyphs/generated/calibration.ts.
 *
 *   npm run tool -- scripts/calibrate-glyphs.ts           writes the file
 *   npm run tool -- scripts/calibrate-glyphs.ts --check   exits 1 if it would change
 *
 * Needs `fc-query` (Debian: fontconfig) and the font packages of the table below.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeBase64 } from "@lumiglyph/contract";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import { ALL_GLYPHS } from "../packages/engine/src/glyphs/atlas.ts";
import { toLight } from "../packages/engine/src/math/srgb.ts";
import { DOT_PLACES } from "../tests/support/dot-places.ts";

/**
 * DejaVu represents the Vera family, the default of most Linux terminals and, as Menlo, of macOS: hence its weight.
 * Liberation Mono is left out on purpose: fidelity is judged in it as an unseen font.
 */
const FONTS = [
  { family: "DejaVu Sans Mono", package: "fonts-dejavu-core", file: "dejavu/DejaVuSansMono.ttf", weight: 6 },
  { family: "Hack", package: "fonts-hack", file: "hack/Hack-Regular.ttf", weight: 1 },
  {
    family: "JetBrains Mono",
    package: "fonts-jetbrains-mono",
    file: "jetbrains-mono/JetBrainsMono-Regular.ttf",
    weight: 1,
  },
  { family: "Fira Code", package: "fonts-firacode", file: "firacode/FiraCode-Regular.ttf", weight: 1 },
  { family: "Noto Sans Mono", package: "fonts-noto-mono", file: "noto/NotoSansMono-Regular.ttf", weight: 1 },
  { family: "Inconsolata", package: "fonts-inconsolata", file: "inconsolata/Inconsolata.otf", weight: 1 },
] as const;

const FONT_ROOT = "/usr/share/fonts/truetype";
const TARGET = join(import.meta.dirname, "../packages/engine/src/glyphs/generated/calibration.ts");

const CELL = { width: 8, height: 16 } as const;
const GRID = { columns: 4, rows: 8 } as const;
const FOREGROUND = "#e5e5e5";
const FOREGROUND_ENCODED = 0xe5 / 255;
const SUPERSAMPLING = 8;
const LEVELS = 65535;

/**
 * Coverage of the shade characters. Terminals draw them themselves so that neighbors join, some as flat alpha over the
 * whole cell (Alacritty and foot: a quarter, a half, three quarters); the patterns in fonts differ widely.
 */
const SHADES: Readonly<Record<string, number>> = { "░": 0.25, "▒": 0.5, "▓": 0.75, "█": 1 };

/** Glyphs measured in the fonts; the others are drawn as terminals draw them. */
const LETTERS = ALL_GLYPHS.filter((glyph) => glyph.codePointAt(0)! < 0x7f);

type Font = (typeof FONTS)[number];

/** Coverage (0 to 1) of each pixel of the cell, row by row. */
type Coverage = Float64Array;

function coverageOfDrawn(glyph: string): Coverage {
  const shade = SHADES[glyph];
  return shade === undefined ? coverageOfBraille(glyph) : new Float64Array(CELL.width * CELL.height).fill(shade);
}

/**
 * None of the fonts above holds braille, and terminals draw it themselves: eight squares, each a quarter of the cell wide
 * and an eighth high, in the middle of their share of the cell (kitty). At 8 × 16 px that is 2 × 2 whole pixels in 4 × 4.
 */
function coverageOfBraille(glyph: string): Coverage {
  const dots = glyph.charCodeAt(0) - 0x2800;
  const coverage = new Float64Array(CELL.width * CELL.height);
  for (const [bit, [column, row]] of DOT_PLACES.entries()) {
    if (((dots >> bit) & 1) === 0) continue;
    for (const y of [4 * row + 1, 4 * row + 2]) {
      const left = y * CELL.width + 4 * column + 1;
      coverage.fill(1, left, left + 2);
    }
  }
  return coverage;
}

/** Draws single characters, to avoid ligatures, at a size at which the advance is exactly one cell. */
function penOf(font: Font): (glyph: string) => Coverage {
  const name = `Calibrated ${font.family}`;
  if (!GlobalFonts.registerFromPath(join(FONT_ROOT, font.file), name)) throw new Error(`cannot load ${font.file}`);
  const context = createCanvas(CELL.width * SUPERSAMPLING, CELL.height * SUPERSAMPLING).getContext("2d");
  context.font = `1000px "${name}"`;
  const em = context.measureText("M");
  const size = (1000 * CELL.width * SUPERSAMPLING) / em.width;
  const ascent = (em.fontBoundingBoxAscent * size) / 1000;
  const descent = (em.fontBoundingBoxDescent * size) / 1000;
  // CSS half-leading: the rest of the line height is split between above and below
  const baseline = (CELL.height * SUPERSAMPLING - ascent - descent) / 2 + ascent;
  context.font = `${size}px "${name}"`;
  return (glyph) => drawn(context, glyph, baseline);
}

function drawn(context: SKRSContext2D, glyph: string, baseline: number): Coverage {
  const { width, height } = context.canvas;
  context.fillStyle = "#000";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#fff";
  context.fillText(glyph, 0, baseline);
  const pixels = context.getImageData(0, 0, width, height).data;
  return averaged(
    Float64Array.from({ length: width * height }, (_, i) => pixels[4 * i]! / 255),
    width,
    SUPERSAMPLING,
  );
}

/** Box filter: each square of `side` × `side` values becomes its mean. */
function averaged(values: Float64Array, width: number, side: number): Float64Array {
  const columns = width / side;
  const means = new Float64Array(values.length / (side * side));
  for (const [i, value] of values.entries()) {
    const row = Math.floor(i / width / side);
    means[row * columns + Math.floor((i % width) / side)]! += value / (side * side);
  }
  return means;
}

/** The light of a pixel that ink covers to this share, or on paper the light that the ink takes away. */
type Light = (share: number) => number;

/** Terminals blend coverage in sRGB values; the screen emits their light, and light adds up. */
const onBlack: Light = (share) => toLight(share * FOREGROUND_ENCODED);

/** Black ink on white paper. */
const onPaper: Light = (share) => 1 - toLight(1 - share);

function lightOf(coverage: Coverage, light: Light): Float64Array {
  return averaged(coverage.map(light), CELL.width, CELL.width / GRID.columns);
}

function toneOf(light: Float64Array): number {
  return light.reduce((sum, value) => sum + value, 0) / light.length;
}

/** Throws if the font lacks a glyph: the canvas would silently take it from another font. */
function versionOf(font: Font): string {
  const query = ["-f", "%{fontversion}\n%{charset}", join(FONT_ROOT, font.file)];
  const [revision = "", ranges = ""] = execFileSync("fc-query", query, { encoding: "utf8" }).split("\n");
  const held = ranges.split(" ").map((range) => range.split("-").map((code) => Number.parseInt(code, 16)));
  const holds = (code: number) => held.some(([first = 0, last = first]) => code >= first && code <= last);
  const missing = LETTERS.filter((glyph) => !holds(glyph.codePointAt(0)!));
  if (missing.length > 0) throw new Error(`${font.family} has no ${missing.join(" ")}`);
  return (Number(revision) / 65536).toFixed(3);
}

/** Weighted mean over the fonts, each scaled so that its densest glyph is as dense as that of the first, heaviest font. */
function lightOfLetters(light: Light): Map<string, Float64Array> {
  const measured = FONTS.map((font) => {
    const pen = penOf(font);
    const lights = LETTERS.map((glyph) => lightOf(pen(glyph), light));
    return { weight: font.weight, lights, densest: Math.max(...lights.map(toneOf)) };
  });
  const total = FONTS.reduce((sum, font) => sum + font.weight, 0);
  const reach = measured[0]!.densest;
  return new Map(
    LETTERS.map((glyph, index) => {
      const light = new Float64Array(GRID.columns * GRID.rows);
      for (const { weight, lights, densest } of measured) {
        for (const [i, value] of lights[index]!.entries()) light[i]! += (value * weight * reach) / (densest * total);
      }
      return [glyph, light];
    }),
  );
}

/** Sixteen bits, high byte first: with eight, a tone would be off by up to 3 %. */
function quantized(lights: readonly Float64Array[], scale: number): Uint8Array {
  const levels = lights.flatMap((light) => [...light].map((value) => Math.round((value / scale) * LEVELS)));
  return Uint8Array.from(levels.flatMap((level) => [level >> 8, level & 255]));
}

/** The light of all glyphs. */
function measure(light: Light): readonly Float64Array[] {
  const letters = lightOfLetters(light);
  return ALL_GLYPHS.map((glyph) => letters.get(glyph) ?? lightOf(coverageOfDrawn(glyph), light));
}

function linesOf(bytes: Uint8Array): string {
  const lines = encodeBase64(bytes).match(/.{1,112}/g) ?? [];
  return lines.map((line) => `    "${line}"`).join(" +\n");
}

function fileText(): string {
  const lights = measure(onBlack);
  const scale = Math.max(...lights.flatMap((light) => [...light]));
  const bytes = quantized(lights, scale);
  // glyphs take more light from paper than they give to black: eight bits are enough
  const paper = Uint8Array.from(
    measure(onPaper).flatMap((light) => [...light].map((value) => Math.round(255 * value))),
  );
  const digest = createHash("sha256")
    .update(JSON.stringify([ALL_GLYPHS, scale]))
    .update(bytes)
    .digest("hex");
  const fonts = FONTS.map((font) => ({
    family: font.family,
    version: versionOf(font),
    package: font.package,
    weight: font.weight,
  }));
  return `// Generated by scripts/calibrate-glyphs.ts: do not edit.

/**
 * Linear light that each glyph emits over the parts of its cell, drawn in \`foreground\` on black: weighted mean of \`fonts\`.
 * \`light\` is base64 of 16-bit values, high byte first, a grid a glyph, row by row; \`levels\` stands for \`scale\`. \`paper\` is
 * the light that black ink takes away from white, a byte each, 255 being all of it.
 */
export const CALIBRATION = {
  id: "glyph-light-v1-${digest.slice(0, 8)}",
  cell: { width: ${CELL.width}, height: ${CELL.height} },
  grid: { columns: ${GRID.columns}, rows: ${GRID.rows} },
  foreground: "${FOREGROUND}",
  fonts: [
${fonts.map((font) => `    ${JSON.stringify(font)},`).join("\n")}
  ],
  glyphs: ${JSON.stringify(ALL_GLYPHS.join(""))},
  scale: ${scale},
  levels: ${LEVELS},
  light:
${linesOf(bytes)},
  paper:
${linesOf(paper)},
} as const;
`;
}

const measured = fileText();
if (process.argv.includes("--check")) {
  const same = readFileSync(TARGET, "utf8") === measured;
  const fonts = FONTS.map((font) => `${font.family} ${versionOf(font)}`).join(", ");
  console.log(same ? "calibration.ts is up to date" : `calibration.ts differs from a measurement with ${fonts}`);
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(TARGET, measured);
}
