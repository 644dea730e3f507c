/**
 * Measures the light of the fonts that `font` names, and writes their profiles, and what they have in common, to
 * packages/engine/src/glyphs/generated/fonts/. A new `any` changes every output.
 *
 *   npm run tool -- scripts/measure-fonts.ts           writes the files
 *   npm run tool -- scripts/measure-fonts.ts --check   exits 1 if one would change
 *
 * Installs the fonts of the table below into a temporary folder.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FontName } from "@lumiglyph/contract";
import { measureFont } from "@lumiglyph/decode/font";
import type { FontProfile } from "@lumiglyph/engine";
import { CELL_PARTS } from "../packages/engine/src/cells.ts";
import type { CommonProfile } from "../packages/engine/src/glyphs/font-profile.ts";
import { INK_LIGHT, idOf, LIGHT_STEPS, lettersOf } from "../packages/engine/src/glyphs/fonts.ts";
import { packed } from "../packages/engine/src/glyphs/make-profile.ts";

/** A font that people read terminals in. */
type MeasuredFont = {
  readonly name: Exclude<FontName, "any">;
  /** Its names in style sheets. */
  readonly families: readonly string[];
  /** The npm package that holds it, and its file there. */
  readonly package: string;
  readonly file: string;
};

const fontsource = (id: string): Pick<MeasuredFont, "package" | "file"> => ({
  package: `@fontsource/${id}@5.3.0`,
  file: `@fontsource/${id}/files/${id}-latin-400-normal.woff`,
});

const HACK = { package: "hack-font@3.3.0", file: "hack-font/build/web/fonts/hack-regular.woff" } as const;

const FONTS: readonly MeasuredFont[] = [
  { name: "cascadia", families: ["Cascadia Mono", "Cascadia Code"], ...fontsource("cascadia-mono") },
  { name: "dejavu", families: ["DejaVu Sans Mono"], ...fontsource("dejavu-mono") },
  { name: "fira", families: ["Fira Code", "Fira Mono"], ...fontsource("fira-code") },
  { name: "hack", families: ["Hack"], ...HACK },
  { name: "inconsolata", families: ["Inconsolata"], ...fontsource("inconsolata") },
  { name: "jetbrains", families: ["JetBrains Mono"], ...fontsource("jetbrains-mono") },
  { name: "liberation", families: ["Liberation Mono", "Cousine"], ...fontsource("cousine") },
  { name: "noto", families: ["Noto Sans Mono"], ...fontsource("noto-sans-mono") },
  { name: "plex", families: ["IBM Plex Mono"], ...fontsource("ibm-plex-mono") },
  { name: "roboto", families: ["Roboto Mono"], ...fontsource("roboto-mono") },
  { name: "source-code", families: ["Source Code Pro"], ...fontsource("source-code-pro") },
  { name: "ubuntu", families: ["Ubuntu Mono"], ...fontsource("ubuntu-mono") },
];

const FOLDER = join(import.meta.dirname, "../packages/engine/src/glyphs/generated/fonts");

const measureAll = async (): Promise<ReadonlyMap<MeasuredFont, FontProfile>> => {
  const folder = mkdtempSync(join(tmpdir(), "lumiglyph-fonts-"));
  try {
    const packages = FONTS.map((font) => font.package);
    execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", ...packages]);
    const profiles = new Map<MeasuredFont, FontProfile>();
    for (const font of FONTS) {
      const profile = await measureFont(readFileSync(join(folder, "node_modules", font.file)));
      profiles.set(font, { ...profile, families: font.families });
    }
    return profiles;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/**
 * The common measurement of fonts: the mean light of each letter, and its deviation between them.
 * All count equally, so that the worst is still good.
 */
const commonProfile = (profiles: readonly FontProfile[]): CommonProfile => {
  const [dark, light] = [alignedLight(profiles, "dark"), alignedLight(profiles, "light")];
  const [onBlack, onPaper] = [packed(glyphsOf(meanOf(dark))), packed(glyphsOf(meanOf(light)))];
  const spread = spreadIn(dark).map((share) => LIGHT_STEPS[Math.round(Math.sqrt(share) * (LIGHT_STEPS.length - 1))]);
  return { id: idOf(onBlack, onPaper), families: [], light: onBlack, paper: onPaper, spread: spread.join("") };
};

/**
 * The fonts' light, 1 being a part that is all ink. Each is multiplied by the gain with which it is nearest to their mean,
 * because the eye does not mind if all letters of a page are lighter.
 */
const alignedLight = (profiles: readonly FontProfile[], background: "dark" | "light"): readonly Float64Array[] => {
  const full = background === "dark" ? INK_LIGHT : 1;
  let fonts = profiles.map((profile) => lettersOf(profile, background).map((part) => part / full));
  // gains and mean depend on each other; after a few rounds both converge
  for (let round = 0; round < 20; round++) {
    const mean = meanOf(fonts);
    const gains = fonts.map((font) => dot(font, mean) / dot(font, font));
    const usual = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    fonts = fonts.map((font, index) => font.map((part) => (part * gains[index]!) / usual));
  }
  return fonts;
};

const meanOf = (fonts: readonly Float64Array[]): Float64Array =>
  fonts[0]!.map((_, part) => fonts.reduce((sum, font) => sum + font[part]!, 0) / fonts.length);

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

const glyphsOf = (light: Float64Array): readonly Float64Array[] =>
  Array.from({ length: light.length / CELL_PARTS }, (_, glyph) =>
    light.subarray(glyph * CELL_PARTS, (glyph + 1) * CELL_PARTS),
  );

/** Standard deviation of each letter's light between the fonts, relative to its mean. */
const spreadIn = (fonts: readonly Float64Array[]): readonly number[] => {
  const tonesOf = (light: Float64Array) => glyphsOf(light).map((parts) => parts.reduce((sum, part) => sum + part, 0));
  const tones = fonts.map(tonesOf);
  return tonesOf(meanOf(fonts)).map((mean, glyph) => {
    const variance = tones.reduce((sum, font) => sum + (font[glyph]! - mean) ** 2, 0) / fonts.length;
    return mean === 0 ? 0 : Math.sqrt(variance) / mean;
  });
};

const linesOf = (text: string): string => (text.match(/.{1,112}/g) ?? []).map((line) => `    "${line}"`).join(" +\n");

const fieldsOf = ({ id, families, light, paper }: FontProfile): string => `  id: "${id}",
  families: ${JSON.stringify(families).replaceAll(",", ", ")},
  light:
${linesOf(light)},
  paper:
${linesOf(paper)},
`;

const profileModule = (font: MeasuredFont, profile: FontProfile): string =>
  `// Generated by scripts/measure-fonts.ts: do not edit.

import type { FontProfile, CommonProfile } from "../../font-profile.ts";

/** ${font.families.join(", ")}: measured in ${font.package}. */
export const PROFILE: FontProfile = {
${fieldsOf(profile)}};
`;

const commonModule = (profile: CommonProfile): string => `// Generated by scripts/measure-fonts.ts: do not edit.


/** The mean of ${FONTS.map(({ name }) => name).join(", ")}. */
export const ANY: CommonProfile = {
${fieldsOf(profile)}  spread:
${linesOf(profile.spread)},
};
`;

const profiles = await measureAll();
const files = new Map([...profiles].map(([font, profile]) => [`${font.name}.ts`, profileModule(font, profile)]));
files.set("any.ts", commonModule(commonProfile([...profiles.values()])));
if (process.argv.includes("--check")) {
  const stale = [...files].filter(([name, text]) => readFileSync(join(FOLDER, name), "utf8") !== text);
  for (const [name] of stale) console.log(`${name} differs from what its font gives`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
}
