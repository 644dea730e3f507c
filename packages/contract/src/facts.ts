import type { ErrorCode } from "./errors.ts";
import { gridSentence } from "./grid-size.ts";
import { type Fact, Refusal } from "./problems.ts";

/** The words that sentences about facts need. */
export type FactWords = {
  /** Start of the sentence that lists the accepted image formats. */
  readonly choose: string;
  /** Start of the sentence about too many fields. */
  readonly whole: string;
  /** A parameter's name as it is typed there. */
  readonly spell: (parameter: string) => string;
};

/**
 * The library's words. `LIBRARY_WORDS` has the rest, which needs the table of parameters: the
 * studio's worker does not load that.
 */
export const LIBRARY_FACTS: FactWords = {
  choose: "It must be one of",
  whole: "There are",
  spell: (parameter) => parameter,
};

/** The refusal of a whole request, or of its image. */
export const refuseFor = (code: ErrorCode, fact: StatedFact): Refusal =>
  new Refusal(code, factIn(LIBRARY_FACTS, fact), [], fact);

/** Facts with their own sentence. */
type StatedFact = Exclude<Fact, { readonly kind: "row" }>;

export const factIn = (words: FactWords, fact: StatedFact): string => {
  switch (fact.kind) {
    case "fields":
      return `${words.whole} more than ${fact.most} fields; the render operation has ${fact.parameters} parameters and one image.`;
    case "grid":
      return gridSentence(fact, words.spell);
    case "png":
      return `As a PNG this page has ${fact.width} × ${fact.height} pixels, more than ${fact.most / 1e6} million. Ask for fewer \`${words.spell("columns")}\` or \`${words.spell("pixelsPerCell")}\`.`;
    case "format": {
      const given =
        fact.given === null ? "The bytes are not a picture in a known raster format" : `${fact.given} is not supported`;
      return `${given}. ${words.choose}: ${fact.accepted.join(", ")}.`;
    }
    case "side":
      return `The image is ${fact.width} × ${fact.height}; the limit is ${fact.most} a side.`;
    case "pixels": {
      const { width, height, most, format } = fact;
      const which = format === "avif" ? " for AVIF" : "";
      return `The image is ${width} × ${height}, ${width * height} pixels; the limit${which} is ${most} pixels.`;
    }
    case "scans":
      return "The JPEG has too many scans. Open it in an image editor and save it as a baseline JPEG.";
    case "metadata":
      return "The PNG has too much text metadata. Open it in an image editor and save it without metadata.";
  }
};
