import { Refusal } from "@lumiglyph/contract";
import type { Kernels, Print, Steps } from "@lumiglyph/engine";
import type { GlyphAtlas } from "../paint/atlas.ts";
import { type Bench, URGENCY } from "./bench.ts";
import type { Answers, Kind, Question } from "./messages.ts";
import { type OpenNegative, openNegative } from "./open-negative.ts";
import { pageOf } from "./page-of.ts";
import { paintWhole } from "./paint-whole.ts";

export type AnswerParts = {
  readonly bench: Bench;
  readonly kernels: Kernels;
  readonly atlas: Promise<GlyphAtlas>;
};

/** Answers what the page asks about a picture. Rejects with a refusal, or with the signal's reason once that is aborted. */
export type Answer = <Some extends Kind>(
  question: Question<Some>,
  negative: OpenNegative | null,
  signal: AbortSignal,
) => Promise<Answers[Some]>;

export const createAnswer = ({ bench, kernels, atlas }: AnswerParts): Answer => {
  const answers: { readonly [One in Kind]: Answerer<One> } = {
    encode: async ({ parsed, format }, negative, signal) => {
      const { encoded } = await import("./encoded.ts");
      return bench(URGENCY.wish, encoded(opened(negative).develop(parsed), format), signal);
    },

    png: async ({ parsed, scale, transparent }, negative, signal) => {
      const print = await bench(URGENCY.wish, opened(negative).develop(parsed), signal);
      const page = pageOf(print);
      const sheet = transparent ? { ...page, ground: null } : page;
      const canvas = await bench(URGENCY.wish, paintWhole(sheet, PNG_CELL * scale, await atlas), signal);
      return canvas.convertToBlob({ type: "image/png" });
    },

    looks: async ({ wishes, grid, cell }, negative, signal) => {
      const { openDetail } = await import("./detail.ts");
      const detail = openDetail(opened(negative).raster, grid, kernels);
      const looks: ImageBitmap[] = [];
      for (const parsed of wishes) looks.push(await thumbnail(detail.sketch(parsed), cell, signal));
      return looks;
    },

    thumbnail: ({ negative, parsed, cell }, _, signal) =>
      thumbnail(openNegative(negative, kernels).sketch(parsed), cell, signal),
  };

  const thumbnail = async (steps: Steps<Print>, cell: number, signal: AbortSignal): Promise<ImageBitmap> => {
    const print = await bench(URGENCY.thumbnail, steps, signal);
    const page = pageOf(print);
    const canvas = await bench(URGENCY.thumbnail, paintWhole(page, cell, await atlas), signal);
    return canvas.transferToImageBitmap();
  };

  return (question, negative, signal) => answers[question.kind](question as never, negative, signal);
};

type Answerer<One extends Kind> = (
  question: Question<One>,
  negative: OpenNegative | null,
  signal: AbortSignal,
) => Promise<Answers[One]>;

/** Width of a cell in a PNG at scale 1. */
const PNG_CELL = 8;

const opened = (negative: OpenNegative | null): OpenNegative => {
  if (negative === null) throw new Refusal("image_missing", "No picture is open.");
  return negative;
};
