import type { GlyphEvidence, GridSize, QualityEvidence } from "@lumiglyph/contract";
import { dictionary } from "./structured-fields.ts";

/** What is known about a finished render besides its body. */
export type Evidence = {
  readonly grid: GridSize;
  readonly glyphs: GlyphEvidence;
  readonly quality: QualityEvidence;
};

/** The evidence on every render, whatever its format (decision 2.3). `limit` is absent where none applies. */
export const evidenceHeaders = ({ grid, glyphs, quality }: Evidence): { readonly [name: string]: string } => ({
  "render-quality": dictionary({
    status: { token: quality.status },
    target: { token: quality.target },
    score: { decimal: quality.score },
  }),
  "render-glyphs": dictionary({
    strategy: { token: glyphs.strategy },
    size: glyphs.size,
    rmse: { decimal: glyphs.rmse },
    ...(glyphs.limit === null ? {} : { limit: { decimal: glyphs.limit } }),
    within: glyphs.withinLimit,
  }),
  "render-grid": dictionary({ columns: grid.columns, rows: grid.rows }),
});
