import { effect, type ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { STILL_MOTIONS, type Studio, useStudio, type ViewMode } from "../state/studio.ts";
import { Icon, LineIcon } from "../ui/icon.tsx";
import { wantsLessMotion } from "../ui/reduced-motion.ts";
import { ArtArea } from "./art-area.tsx";
import { Chips } from "./chips.tsx";
import { HoldButton } from "./hold-button.tsx";
import { LooksPicker } from "./looks-picker.tsx";
import { peek } from "./peek.ts";
import { useLiveParts } from "./use-live-parts.ts";
import { useSlow } from "./use-slow.ts";
import { createViewport, type Viewport } from "./viewport.ts";

/**
 * The art and its controls. Mounted once for the life of the page, because its canvas can be transferred to the Worker
 * only once. Reports its viewport, because keys zoom, too.
 */
export const Viewer = ({ onViewport }: { readonly onViewport: (viewport: Viewport) => void }) => {
  const studio = useStudio();
  const [viewport] = useState(() => createViewport(studio));
  useEffect(() => onViewport(viewport), [viewport, onViewport]);
  const slow = useSlow(studio);
  const parts = useLiveParts();
  usePlay(studio);
  const live = studio.live.value;
  const opened = studio.opened.value;
  const isOpen = opened !== null;
  return (
    <>
      {isOpen && <Progress slow={slow} />}
      <ArtArea viewport={viewport} />
      {isOpen && <Hud viewport={viewport} slow={slow} />}
      {opened?.kind === "image" && <LooksPicker />}
      {live !== null && parts !== null && <parts.Transport source={live} />}
    </>
  );
};

/** Sets the picture in motion, unless the device asks for less. */
const usePlay = ({ opened, stillMotion, worker }: Studio): void => {
  useEffect(() => {
    let isPlaying = false;
    return effect(() => {
      const motion = stillMotion.value;
      // a Worker that was replaced has forgotten it
      const isMoving =
        motion !== "none" && opened.value?.kind === "image" && worker.attached.value && !wantsLessMotion();
      if (isMoving || isPlaying) worker.play(isMoving ? { kind: "motion", motion } : null);
      isPlaying = isMoving;
    });
  }, [opened, stillMotion, worker]);
};

/** An indeterminate progress bar for slow passes. */
const Progress = ({ slow }: { readonly slow: ReadonlySignal<boolean> }) =>
  slow.value ? (
    <div class="progress" role="progressbar" aria-label="Rendering">
      <i />
    </div>
  ) : null;

/** Shows the source while held: the way to compare on phones. */
export const PeekButton = () => {
  const { mode } = useStudio();
  return (
    <HoldButton class="btn ghost only-phone eye" name="Hold to see the source" hold={() => peek(mode)}>
      <Icon name="eye" />
    </HoldButton>
  );
};

/** Figures about the art, or about the pass in progress. */
export const Stats = ({ slow }: { readonly slow: ReadonlySignal<boolean> }) => {
  const { worker, fault, live } = useStudio();
  const parts = useLiveParts();
  const preview = worker.preview.value;
  if (fault.value !== null && preview !== null) {
    return (
      <div class="stats">
        <span>Showing the last good picture</span>
      </div>
    );
  }
  if (live.value !== null) return <div class="stats">{parts !== null && <parts.LiveStats source={live.value} />}</div>;
  return (
    <div class="stats">
      {preview && (
        <span class="mono grid">
          <b>
            {preview.size.columns} × {preview.size.rows}
          </b>
        </span>
      )}
      {slow.value || preview === null ? <Rendering slow={slow} /> : <Finished />}
    </div>
  );
};

const Rendering = ({ slow }: { readonly slow: ReadonlySignal<boolean> }) => {
  const { worker } = useStudio();
  const preview = worker.preview.value;
  const first = preview?.pass === "quick" && worker.pass.value === "full" ? Math.round(preview.ms) : null;
  return (
    <>
      <span class="mono work">
        Rendering
        {first !== null && (
          <span class="opt2">
            {" "}
            · first pass <b>{first}</b> ms
          </span>
        )}
      </span>
      {slow.value && (
        <button type="button" class="btn line cancel" onClick={worker.cancel}>
          Cancel
        </button>
      )}
    </>
  );
};

const Finished = () => {
  const { worker, stillMotion } = useStudio();
  const { preview } = worker;
  const { columns = 0, rows = 0 } = preview.value?.size ?? {};
  return (
    <>
      <span class="mono opt2">{(columns * rows).toLocaleString("en")} cells</span>
      <span class="mono ms">
        <b>{Math.round(preview.value?.ms ?? 0)}</b> ms
      </span>
      {stillMotion.value !== "none" && (
        <button
          type="button"
          class="btn line cancel moving"
          onClick={() => {
            stillMotion.value = "none";
          }}
        >
          Stop {STILL_MOTIONS.find(({ motion }) => motion === stillMotion.value)!.words.toLowerCase()}
        </button>
      )}
      <Chips />
    </>
  );
};

const VIEWS: readonly (readonly [ViewMode, string])[] = [
  ["ascii", "ASCII"],
  ["split", "Split"],
  ["source", "Source"],
  ["text", "Text"],
];

/** The bar below the art: figures, view mode and zoom. */
const Hud = ({ viewport, slow }: { readonly viewport: Viewport; readonly slow: ReadonlySignal<boolean> }) => {
  const { mode, zoom, pan, loupe, opened, dialog } = useStudio();
  const { view, fit = 1 } = viewport.placement.value ?? {};
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
      {opened.value?.kind === "image" && (
        <button
          type="button"
          class="btn ghost crop-switch"
          aria-label="Crop and rotate"
          title="Crop and rotate, X"
          onClick={() => {
            dialog.value = "crop";
          }}
        >
          <LineIcon path="M4.5 1.5v10h10M1.5 4.5h10v10" />
        </button>
      )}
      <button
        type="button"
        class="btn ghost loupe-switch"
        aria-label="Loupe"
        aria-pressed={loupe.value}
        title="Loupe, L"
        onClick={() => {
          loupe.value = !loupe.value;
        }}
      >
        <LineIcon path="M2.7 7a4.3 4.3 0 1 0 8.6 0 4.3 4.3 0 1 0-8.6 0M10.2 10.2l3.3 3.3" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look */}
      <span class="zoom" role="group" aria-label="Zoom">
        <button type="button" class="btn" aria-label="Zoom out" onClick={() => viewport.zoomBy(-1)}>
          <Icon name="minus" />
        </button>
        <output>{Math.round((100 * (view?.cell.width ?? fit)) / fit)} %</output>
        <button type="button" class="btn" aria-label="Zoom in" onClick={() => viewport.zoomBy(1)}>
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
