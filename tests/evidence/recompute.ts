/**
 * Recomputes a render's claims about itself from the response, the picture and the measured light
 * of the glyphs: the score and its components, the tone errors of the codebook and of the drawn
 * cells, and the strokes along contours. It shares no code with the engine; from the repository it
 * reads only the calibrations, as text.
 *
 *     curl "$SERVICE/api/v1/render?format=json" -H "content-type: image/png" --data-binary
 * @picture.png > response.json
 *     node tests/evidence/recompute.ts response.json picture.png
 *
 * Prints each claim beside the recomputed value. Exits 1 if the score or a figure about glyphs is
 * off by more than 0.005, if the strokes differ, or if `target_met` is claimed although a component
 * misses its threshold by more than a 500th of the perfect value.
 *
 * - The target `motion` measures how much noise changes the page, so a page must be rendered: name
 * the service as a third argument.
 * - `json-compact` lacks the requested parameters. Give those that differ from the default:
 * `invert=true gamma=0.8`.
 * - A JPEG of four times the working raster or more is read as the service reads it, reduced by its
 * decoder. Compared with the full JPEG, a score can be some hundredths off.
 */
import { readFileSync } from "node:fs";
import { readCalibrations } from "./calibration.ts";
import { isFound } from "./contours.ts";
import { drawAt } from "./draw.ts";
import { type Recomputed, recompute } from "./recomputation.ts";
import { type Response, readResponse } from "./response.ts";
import { fullOf } from "./score.ts";

const GENERATED = new URL("../../packages/engine/src/glyphs/generated/fonts/", import.meta.url);

const run = async ([responseFile, pictureFile, ...more]: readonly string[]): Promise<void> => {
  if (responseFile === undefined || pictureFile === undefined) {
    throw new Error("Usage: node recompute.ts response.json picture.png [http://service] [parameter=value …]");
  }
  const response = readResponse(readFileSync(responseFile, "utf8"), askedIn(more));
  const service = more.find((word) => /^https?:/.test(word));
  const recomputed = await recompute(response, {
    picture: readFileSync(pictureFile),
    calibrations: readCalibrations(GENERATED),
    draw: service === undefined ? noService : drawAt(service.replace(/\/$/, "")),
  });
  console.log(tableOf(response, recomputed));
  process.exitCode = holds(response, recomputed) ? 0 : 1;
};

const askedIn = (words: readonly string[]) =>
  Object.fromEntries(
    words
      .filter((word) => /^\w+=/.test(word))
      .map((word) => word.split("="))
      .map(([name, value]) => [name, readValue(value!)]),
  );

const readValue = (written: string): string | number | boolean => {
  if (written === "true" || written === "false") return written === "true";
  return Number.isNaN(Number(written)) ? written : Number(written);
};

const noService = (): never => {
  throw new Error("`stability` needs a service that draws: name its address, http://…, as the third argument.");
};

const tableOf = ({ quality, glyphs }: Response, found: Recomputed): string => {
  const row = (name: string, claimed: number, recomputed: number, asked = ""): string =>
    [name.padEnd(14), claimed.toFixed(5), recomputed.toFixed(5), (recomputed - claimed).toFixed(5), asked]
      .map((cell) => cell.padStart(11))
      .join(" ");
  return [
    ["", "claimed", "recomputed", "off by", "asked"].map((head, i) => head.padStart(i === 0 ? 14 : 11)).join(" "),
    ...found.components.map(({ name, value, recomputed, threshold }) => row(name, value, recomputed, `≥ ${threshold}`)),
    row("score", quality.score, found.score, quality.status),
    row("rmse", glyphs.rmse, found.rmse),
    row("drawn", glyphs.drawn, found.drawn),
    row("contours.share", glyphs.contours.share, found.contours.share, glyphs.contours.glyphs),
  ].join("\n");
};

const holds = (response: Response, found: Recomputed): boolean => {
  const { quality, glyphs } = response;
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 0.005;
  const isMet = found.components.every(
    ({ name, recomputed, threshold }) => recomputed >= threshold - 0.002 * fullOf(name),
  );
  return (
    isNear(found.score, quality.score) &&
    isNear(found.rmse, glyphs.rmse) &&
    isNear(found.drawn, glyphs.drawn) &&
    isNear(found.contours.share, glyphs.contours.share) &&
    isFound(response, found.contours) &&
    (isMet || quality.status !== "target_met")
  );
};

await run(process.argv.slice(2));
