import { mkdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { completeParams, type RenderOptions, readOptions } from "@lumiglyph/contract";
import { decodeImage, NO_LIMITS } from "@lumiglyph/decode/node";
import { finish, isFlipped, openPicture, PLAIN_KERNELS } from "@lumiglyph/engine";
import sharp from "sharp";
import { viewGrid } from "../packages/engine/src/director/views.ts";
import { toTone } from "../packages/engine/src/math/srgb.ts";
import { PIPELINE, runStages } from "../packages/engine/src/pipeline.ts";
import { initialState, type PipelineState } from "../packages/engine/src/pipeline-state.ts";
import { type Plane, toTonePlane } from "../packages/engine/src/plane.ts";
import type { StepName } from "../packages/engine/src/stage.ts";

/*
 * Writes the result of each stage as a PNG with its mean tone (0 is black, 1 white), and lists the
 * deciding parameters: `npm run stages -- picture [--columns 80] [--gamma 1.2] [--out FOLDER]`. The
 * flags are those of the command line, each with a value.
 */

const [path, ...flags] = process.argv.slice(2);
if (path === undefined || path.startsWith("-")) {
  console.error("Name a picture: npm run stages -- fixtures/koi.png --columns 80");
  process.exit(2);
}
const { out = `stages-${basename(path, extname(path))}`, ...given } = valuesOf(flags);
const options: RenderOptions = readOptions(given);
const { raster, source } = await decodeImage(readFileSync(path), NO_LIMITS, completeParams(options));
const context = { kernels: PLAIN_KERNELS, source };
const result = finish(openPicture(raster, context).render(options));
mkdirSync(String(out), { recursive: true });

/** The state after each stage that ran, with the parameters that the Auto Director chose. */
const states: { readonly name: StepName; readonly state: PipelineState }[] = [];
const { size, params } = result;
runStages(PIPELINE, initialState(raster, size, PLAIN_KERNELS), params, (name, work) => {
  const done = work();
  states.push({ name, state: done as PipelineState });
  return done;
});

const means = new Map<StepName, number>();
console.log(`${size.columns} × ${size.rows} cells. Tones from 0, black, to 1, white:\n`);
for (const [at, { name, state }] of states.entries()) {
  const plane = pictureAfter(name, state);
  const file = `${String(at + 1).padStart(2, "0")}-${name}.png`;
  if (plane !== null) {
    await writeGray(plane, join(String(out), file));
    means.set(name, meanOf(plane));
  }
  const mean = means.get(name)?.toFixed(3) ?? "";
  console.log(`  ${name.padEnd(10)} ${mean.padEnd(6)} ${reason(name)}`.trimEnd());
}
console.log(`\n${verdict()}\nThe pictures are in ${out}.`);

/** `--max-glyph-rmse 0.1` as an option. */
function valuesOf(words: readonly string[]): { readonly [name: string]: unknown } {
  const pairs = Array.from({ length: Math.ceil(words.length / 2) }, (_, i) => {
    const [flag = "", text = ""] = words.slice(2 * i, 2 * i + 2);
    const name = flag.replace(/^--/, "").replace(/-(\w)/g, (_dash, letter) => letter.toUpperCase());
    const isJson = /^(?:true|false|-?[\d.]+)$/.test(text);
    return [name, isJson ? JSON.parse(text) : text] as const;
  });
  return Object.fromEntries(pairs);
}

/** The tones that a stage passes on; null if it changes no tone. */
function pictureAfter(name: StepName, state: PipelineState): Plane | null {
  if (name === "luminance" || name === "downscale") return toTonePlane(state.light);
  if (name === "match") return viewGrid(state).near;
  return ["view", "tone", "denoise", "detail", "edges"].includes(name) ? state.tone : null;
}

function meanOf({ data }: Plane): number {
  return data.reduce((sum, tone) => sum + Math.min(1, Math.max(0, tone)), 0) / data.length;
}

/** Draws small planes larger, with square samples, so that each can be seen. */
async function writeGray({ width, height, data }: Plane, file: string): Promise<void> {
  const bytes = Buffer.from(Uint8ClampedArray.from(data, (tone) => 255 * tone));
  const scale = Math.max(1, Math.round(640 / width));
  await sharp(bytes, { raw: { width, height, channels: 1 } })
    .resize(width * scale, height * scale, { kernel: "nearest" })
    .png()
    .toFile(file);
}

/** The parameters that decided a stage's result; empty if none did. */
function reason(name: StepName): string {
  const { black, white } = result.levels;
  switch (name) {
    case "levels":
      return `below ${black.toFixed(3)} is black, above ${white.toFixed(3)} white; ${set("autoLevels")}`;
    case "tone":
      return [set("contrast"), set("brightness"), set("gamma"), ...onPaper()].join(", ");
    case "detail":
      return set("sharpen");
    case "denoise":
      return set("denoise");
    case "codebook":
      return `${result.glyphs.size} glyphs of ${params.charset} (${params.glyphStrategy}): ${result.glyphs.codebook}`;
    case "match":
      return `the art, as seen from reading distance; score ${result.quality.score.toFixed(3)}${most()}`;
    default:
      return "";
  }
}

/** A parameter's value, and the requested value if the Auto Director changed it. */
function set(name: keyof typeof params & string): string {
  const change = result.quality.tuned[name as keyof typeof result.quality.tuned];
  const was = change === undefined ? "" : ` (the Auto Director's; ${change.from} without it)`;
  return `${name} ${params[name]}${was}`;
}

/** The tone of a page full of the densest glyph, which the art's tones are relative to. */
function most(): string {
  const { pairs, inks, codebook } = states.at(-1)!.state;
  if (pairs !== null || params.background === "light") return "";
  const tone = toTone(codebook.densest) ** (inks === null ? 1 / codebook.atlas.lift : 1);
  return `. A page full of the densest glyph has ${tone.toFixed(3)}`;
}

function onPaper(): readonly string[] {
  return isFlipped(params) ? ["and inverted: from here to match, 1 is the most ink"] : [];
}

/** The two stages that changed the picture's mean tone most. */
function verdict(): string {
  const steps = [...means].map(([name, mean], at, all) => ({
    name,
    change: mean - (all[at - 1]?.[1] ?? mean),
  }));
  // the art's own tones are relative to the densest glyph
  const ofPicture = steps.filter(({ name }) => name !== "match");
  const largest = ofPicture.toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change));
  const words = largest.slice(0, 2).map(({ name, change }) => {
    const sign = change < 0 ? "darker" : "lighter";
    return `${name} makes it ${Math.abs(change).toFixed(3)} ${sign}`;
  });
  const { advice } = result.quality;
  return `Most of the change: ${words.join("; ")}.${advice === null ? "" : `\n${advice}`}`;
}
