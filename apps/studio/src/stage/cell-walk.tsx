import type { ReadonlySignal } from "@preact/signals";
import { useStudio } from "../state/use-studio.ts";
import type { FactsOf } from "./cell-facts.ts";
import { walk } from "./cells.ts";
import type { Easel } from "./create-easel.ts";

/** The art under the keyboard: arrow keys walk its cells with the loupe. A slider, because those are heard as they change. */
export const CellWalk = ({
  easel,
  facts,
}: {
  readonly easel: Easel;
  readonly facts: ReadonlySignal<FactsOf | null>;
}) => {
  const { darkroom } = useStudio();
  const size = darkroom.proof.value?.size;
  if (size === undefined) return null;
  const cell = easel.cell.value ?? { column: size.columns >> 1, row: size.rows >> 1 };
  const { column, row } = cell;
  const fact = facts.value?.(cell);
  return (
    <div
      class="cells"
      role="slider"
      tabIndex={0}
      aria-label="Cells of the art, arrow keys walk"
      aria-valuemin={0}
      aria-valuemax={size.columns * size.rows - 1}
      aria-valuenow={row * size.columns + column}
      aria-valuetext={fact ? `cell ${column}, ${row}: glyph ${fact.name}, ${fact.chosenFor}` : `cell ${column}, ${row}`}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible")) easel.walkTo(cell);
      }}
      onBlur={() => {
        easel.cell.value = null;
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const to = walk(size, cell, event.key, event.shiftKey);
        if (to === null) return;
        event.preventDefault();
        easel.walkTo(to);
      }}
    />
  );
};
