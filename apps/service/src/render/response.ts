import type { FormatId, GlyphEvidence, GridSize, QualityEvidence } from "@lumiglyph/contract";
import type { SourceInfo } from "@lumiglyph/engine";
import type { SourceCaching } from "../source/source-caching.ts";
import type { CacheVerdict, Timings } from "../trace/timings.ts";

/** Facts about a finished render besides its body. */
export type Evidence = {
  readonly grid: GridSize;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
};

/** The response to a render request. */
export type RenderResponse = {
  /** Identifies the job: equal keys have equal bodies, in one version of the service. */
  readonly key: string;
  readonly body: Uint8Array;
  readonly format: FormatId;
  readonly contentType: string;
  readonly fileName: string;
  readonly evidence: Evidence;
  readonly timings: Timings;
  /** Size and format of the source image, and the bytes of its file. */
  readonly source: SourceInfo;
  readonly bytesIn: number;
  /** Number of rendered pages: two for two themes. */
  readonly pages: number;
  /** Approximate pixels of a PNG; 0 for text. */
  readonly painted: number;
  /** Whether the request waited for another request's identical render. */
  readonly shared: boolean;
  /** Whether the output came from the cache; null without a cache, or if its image's host forbids one. */
  readonly cache: CacheVerdict;
  /** How long others may keep the output, by its image's host. */
  readonly caching: SourceCaching;
};
