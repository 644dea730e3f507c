import { contentType, type RenderOptions } from "@lumiglyph/contract";
import type { RenderWorker } from "../darkroom/darkroom.ts";
import type { SaveChoice } from "../state/studio.ts";

/** The open picture, drawn in full, as a file: a PNG, or the very bytes that the API answers with. */
export const produce = async (
  worker: Pick<RenderWorker, "encode" | "png">,
  options: RenderOptions,
  { format, scale, transparent }: SaveChoice,
  signal: AbortSignal,
): Promise<Blob> => {
  if (format === "png") return worker.png(options, scale, transparent, signal);
  return new Blob([await worker.encode(options, format, signal)], { type: contentType(format) });
};
