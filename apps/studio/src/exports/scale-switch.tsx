import type { GridSize } from "@lumiglyph/contract";
import type { SaveChoice } from "../state/studio.ts";
import { canBePng, SCALES } from "./png-size.ts";

type Scale = SaveChoice["scale"];

/** How large a PNG is to be; what the browser could not make cannot be chosen. */
export const ScaleSwitch = ({
  grid,
  scale,
  onChange,
}: {
  readonly grid: GridSize;
  readonly scale: Scale;
  readonly onChange: (scale: Scale) => void;
}) => (
  <fieldset class="seg s" aria-label="PNG scale">
    {SCALES.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === scale}
        aria-label={`${one} times`}
        disabled={!canBePng(grid, one)}
        onClick={() => onChange(one)}
      >
        {one}×
      </button>
    ))}
  </fieldset>
);
