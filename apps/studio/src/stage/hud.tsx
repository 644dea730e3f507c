import type { ReadonlySignal } from "@preact/signals";
import { Icon } from "../chrome/icon.tsx";
import type { StageMode } from "../state/studio.ts";
import { useStudio } from "../state/use-studio.ts";
import type { Easel } from "./create-easel.ts";
import { PeekButton } from "./peek-button.tsx";
import { Stats } from "./stats.tsx";

const VIEWS: readonly (readonly [StageMode, string])[] = [
  ["ascii", "ASCII"],
  ["split", "Split"],
  ["source", "Source"],
  ["text", "Text"],
];

/** The line under the art: what it is, which side of it is shown, and how large. */
export const Hud = ({ easel, slow }: { readonly easel: Easel; readonly slow: ReadonlySignal<boolean> }) => {
  const { mode, zoom, pan } = useStudio();
  const { view, fit = 1 } = easel.placement.value ?? {};
  return (
    <div class="hud" data-work={slow.value ? "" : undefined}>
      <Stats slow={slow} />
      <span class="grow" />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look */}
      <div class="seg s viewseg" role="group" aria-label="View">
        {VIEWS.map(([id, words], index) => (
          <button
            type="button"
            key={id}
            aria-pressed={mode.value === id}
            title={`${index + 1}`}
            onClick={() => {
              mode.value = id;
            }}
          >
            {words}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look */}
      <span class="zoom" role="group" aria-label="Zoom">
        <button type="button" class="btn" aria-label="Zoom out" onClick={() => easel.zoomBy(-1)}>
          <Icon name="minus" />
        </button>
        <output>{Math.round((100 * (view?.cell ?? fit)) / fit)} %</output>
        <button type="button" class="btn" aria-label="Zoom in" onClick={() => easel.zoomBy(1)}>
          <Icon name="plus" />
        </button>
        <button
          type="button"
          class="btn"
          aria-label="Fit"
          onClick={() => {
            zoom.value = 1;
            pan.value = { x: 0, y: 0 };
          }}
        >
          <Icon name="fit" />
        </button>
      </span>
      <PeekButton />
    </div>
  );
};
