import type { FontName, RenderOptions } from "@lumiglyph/contract";
import { CELL_PARTS } from "../cells.ts";
import { toLight } from "../math/srgb.ts";
import type { CommonProfile, FontProfile } from "./font-profile.ts";

/** Printable ASCII, the characters that fonts draw differently. */
export const PRINTABLE_ASCII: string = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 0x20 + i));

/** Reads a profile that was written as JSON. Throws a `RangeError` that says what is wrong with it. */
export const readProfile = (text: string): FontProfile => {
  const { id, families, light, paper } = parsed(text) as Partial<Record<keyof FontProfile, unknown>>;
  const isWhole =
    isPacked(light) &&
    isPacked(paper) &&
    id === idOf(light, paper) &&
    Array.isArray(families) &&
    families.every(isFamily);
  if (!isWhole) throw new RangeError("This is not a font profile. `lumiglyph calibrate MyFont.ttf` writes one.");
  return { id, families, light, paper };
};

const parsed = (text: string): object => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

/**
 * Names are written into style sheets, so they must not contain anything that ends a string there.
 */
export const isFamily = (name: unknown): name is string =>
  typeof name === "string" && /^[\p{L}\p{N} ._+-]{1,64}$/u.test(name);

/**
 * Characters from `#` to `~` without the backslash, so that neither JSON nor TypeScript escapes
 * any.
 */
export const LIGHT_STEPS: readonly string[] = Array.from({ length: 92 }, (_, i) =>
  String.fromCharCode(0x23 + i),
).filter((one) => one !== "\\");

/** Light by step. Steps are even in its square root, so that thin strokes keep their digits. */
export const LIGHT_OF_STEP: ReadonlyMap<string, number> = new Map(
  LIGHT_STEPS.map((one, step) => [one, (step / (LIGHT_STEPS.length - 1)) * (step / (LIGHT_STEPS.length - 1))]),
);

const isPacked = (text: unknown): text is string =>
  typeof text === "string" &&
  text.length === PRINTABLE_ASCII.length * CELL_PARTS &&
  Array.from(text).every((one) => LIGHT_OF_STEP.has(one));

/** FNV hash of 32 bits: it identifies profiles and does not protect them. */
export const idOf = (...parts: readonly string[]): string => {
  let hash = 0x811c9dc5;
  for (const character of parts.join(" ")) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return `glyph-light-v1-${(hash >>> 0).toString(16).padStart(8, "0")}`;
};

/** Linear light of each part of each letter. */
export const lettersOf = (profile: FontProfile, background: "dark" | "light"): Float64Array => {
  const [steps, full] = background === "dark" ? [profile.light, INK_LIGHT] : [profile.paper, 1];
  return Float64Array.from(steps, (one) => full * LIGHT_OF_STEP.get(one)!);
};

/** How much each letter's light differs between fonts, relative to its mean. */
export const spreadOf = ({ spread }: CommonProfile): readonly number[] =>
  Array.from(spread, (one) => LIGHT_OF_STEP.get(one)!);

const LOADED = new Map<string, FontProfile>();

/** Whether a render with this `font` has its profile. */
export const isFontLoaded = (font: FontName): boolean => font === "any" || LOADED.has(font);

/** Loads a font's profile; a render with that `font` needs it. `any` needs nothing. */
export const loadFont = async (font: FontName): Promise<void> => {
  if (font === "any" || isFontLoaded(font)) return;
  const { MODULES } = await import("./font-modules.ts");
  LOADED.set(font, (await MODULES[font]()).PROFILE);
};

/** The options with a custom profile, if there is one, instead of a font's name. */
export const withProfile = (options: RenderOptions, profile: FontProfile | undefined): RenderOptions => {
  return profile === undefined ? options : { ...options, font: keepProfile(profile) };
};

/** Stores a custom profile and returns its name for the `font` option. */
export const keepProfile = (profile: FontProfile): FontName => {
  LOADED.set(profile.id, profile);
  return profile.id as FontName;
};

/** A document's name for the font: a custom profile is identified only by its id. */
export const statedFont = (font: FontName): FontName => (LOADED.get(font)?.id === font ? "any" : font);

/** The profile of a font, or null for `any`. */
export const profileFor = (font: FontName): FontProfile | null => {
  const profile = LOADED.get(font);
  if (font === "any" || profile !== undefined) return profile ?? null;
  throw new Error(`The profile of the font ${font} is not loaded: \`await loadFont("${font}")\` first.`);
};

/**
 * The font of a page whose evidence names this measurement; `any` if no loaded profile has that
 * name.
 */
export const fontWithId = (id: unknown): FontName =>
  ([...LOADED].find(([, profile]) => profile.id === id)?.[0] ?? "any") as FontName;

/** Foreground of a usual terminal, as an sRGB value. */
export const INK: number = 0xe5 / 255;

/** Linear light of a part that is all ink, on black. */
export const INK_LIGHT: number = toLight(INK);
