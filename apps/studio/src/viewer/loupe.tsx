import { pageStyle, type Rgb } from "@lumiglyph/engine/paint/page";
import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import type { Preview } from "../worker/preview.ts";
import { cellFacts, type FactsOf } from "./cell-facts.ts";
import { boxOf, type Cell } from "./cells.ts";
import type { Area } from "./placement.ts";
import type { Viewport } from "./viewport.ts";

/** The cell under the pointer or keyboard, and why it has its glyph. Screen readers get the same from `CellWalk`. */
export const Loupe = ({
  viewport,
  facts,
}: {
  readonly viewport: Viewport;
  readonly facts: ReadonlySignal<FactsOf | null>;
}) => {
  const { worker, mode } = useStudio();
  const { cell, placement, area } = viewport;
  useEffect(() => {
    const putAway = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") cell.value = null;
    };
    addEventListener("keydown", putAway);
    return () => removeEventListener("keydown", putAway);
  }, [cell]);
  const fact = cell.value && facts.value?.(cell.value);
  if (!cell.value || !fact || !placement.value || !area.value) return null;
  if (mode.value !== "ascii" && mode.value !== "split") return null;
  const box = boxOf(placement.value, cell.value);
  const { column, row } = cell.value;
  const { ground, ink } = paintOf(worker.preview.value!, cell.value);
  return (
    <div class="loupes" aria-hidden="true">
      <span class="cellmark" style={inPixels(box)} />
      <div class="loupe" style={inPixels(loupePlace(box, cssSize(area.value)))}>
        <span class="g" style={{ background: css(ground), color: css(ink) }}>
          {fact.glyph}
        </span>
        <dl>
          <dt>Cell</dt>
          <dd class="mono">
            {column}, {row}
          </dd>
          <dt>Luminance</dt>
          <dd class="mono">
            {fact.luminance.toFixed(2)}, ink {fact.ink.toFixed(2)}
          </dd>
          <dt>Chosen for</dt>
          <dd>{fact.chosenFor}</dd>
        </dl>
      </div>
    </div>
  );
};

/** A cell's colors as painted. */
const paintOf = (
  { params, colors, grounds, size }: Preview,
  { column, row }: Cell,
): { readonly ground: Rgb; readonly ink: Rgb } => {
  const page = pageStyle(params);
  const at = (row * size.columns + column) * 3;
  const own = (bytes: Uint8Array): Rgb => [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
  if (!params.color) return page;
  return { ink: own(colors), ground: grounds === null ? page.ground : own(grounds) };
};

const css = (color: Rgb): string => `rgb(${color.join(" ")})`;

const cssSize = ({ width, height, density }: Area) => ({ width: width / density, height: height / density });

const inPixels = (box: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(box).map(([name, value]) => [name, `${value}px`]));

/** Size of the loupe's card in CSS pixels, as set in viewer.css. */
const CARD = { width: 268, height: 84, gap: 10 };

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Position of the card: centered below its cell, above if there is no space, and always inside the area. */
export const loupePlace = (cell: Box, area: { readonly width: number; readonly height: number }) => {
  const below = cell.top + cell.height + CARD.gap;
  const fits = below + CARD.height <= area.height;
  const left = cell.left + cell.width / 2 - CARD.width / 2;
  return {
    left: Math.max(0, Math.min(area.width - CARD.width, left)),
    top: fits ? below : Math.max(0, cell.top - CARD.gap - CARD.height),
  };
};

/** The loupe, loaded on demand because the art can be shown without it. */
export const LOUPE = { cellFacts, Loupe } as const;
