import { type ErrorCode, Refusal } from "@lumiglyph/contract";
import { MIN_COST } from "../limits/point-counter.ts";
import type { RenderResponse } from "./response.ts";

/** Maximum cost of a render, in points. */
const MAX_COST = 8;

/** Pixels read or painted and output cells per point: about a quarter of a second on one core. */
const PIXELS_A_POINT = 8_000_000;
const CELLS_A_POINT = 80_000;

/**
 * The cost of a render in points: one per eight megapixels decoded or painted plus one per 80,000 cells drawn, rounded
 * up, from 1 to 8. The default maximum, 40 MP and 240,000 cells, costs 8.
 */
export const renderCost = (pixels: number, cells: number): number =>
  Math.min(MAX_COST, Math.max(MIN_COST, Math.ceil(pixels / PIXELS_A_POINT + cells / CELLS_A_POINT)));

/** The cost of a finished render. */
export const costOf = ({ source, painted, pages, evidence: { grid } }: RenderResponse): number =>
  renderCost(source.width * source.height + painted, pages * grid.columns * grid.rows);

/**
 * Failures in which a decoder may have worked on an unknown number of pixels: they cost the
 * maximum.
 */
const UNMEASURED: ReadonlySet<ErrorCode> = new Set(["image_unreadable", "render_deadline"]);

/** The cost of a failed render. */
export const costOfFailure = (error: unknown): number =>
  error instanceof Refusal && UNMEASURED.has(error.code) ? MAX_COST : MIN_COST;
