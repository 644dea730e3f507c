import { randomBytes } from "node:crypto";
import { DEFAULT_PARAMS, refusalFor } from "@lumiglyph/contract";
import type { AppParts } from "../app.ts";
import { type Environment, readSettings } from "../config/read-settings.ts";
import type { RenderedJob } from "../render/renderer.ts";
import type { FetchedImage } from "../source/fetch-image.ts";
import { UNSAID } from "../source/source-caching.ts";

/** Settings from a test's own environment; fails the test if they are invalid. */
export const settingsFor = (env: Environment = {}) => {
  const reading = readSettings(env);
  if ("problems" in reading) throw new Error(reading.problems.join("\n"));
  return reading.settings;
};

/** An image whose host sends no caching headers. */
export const fetched = (bytes: Uint8Array): FetchedImage => ({ bytes, caching: UNSAID });

/** Parts for HTTP tests: each image renders as its own length, no network, log lines collected in `lines`. */
export const httpParts = (env: Environment = {}): AppParts & { readonly lines: string[] } => {
  const lines: string[] = [];
  return {
    settings: settingsFor(env),
    clock: () => performance.now(),
    random: randomBytes,
    renderer: async ({ bytes }) => renderedAs(`${bytes.length}\n`),
    fetchImage: async () => {
      throw refusalFor("image_url_untrusted");
    },
    logTo: { write: (line) => lines.push(line) },
    lines,
  };
};

/** A finished render with this body and plausible evidence. */
export const renderedAs = (body: string): RenderedJob => ({
  body: Buffer.from(body),
  grid: { columns: 120, rows: 45 },
  glyphs: {
    strategy: "adaptive",
    charset: "detailed",
    codebook: " .:-=+*#",
    inks: [0, 1],
    size: 8,
    rmse: 0.0281,
    drawn: 0.0412,
    contours: { glyphs: "/|", inks: [0.3, 0.3], share: 0.11 },
    limit: DEFAULT_PARAMS.maxGlyphRmse,
    withinLimit: true,
    adapted: true,
    tones: [],
  },
  quality: {
    target: "balanced",
    status: "target_met",
    score: 0.9124,
    metric: "test",
    font: "test",
    components: [],
    tuned: {},
    locked: [],
    evaluations: 1,
    advice: null,
  },
  source: { width: 640, height: 480, format: "png" },
  timings: { decode: 12.34, render: 45.6, encode: 0.7 },
});
