import type { ReadonlySignal } from "@preact/signals";
import { useLiveParts } from "../live/use-live-parts.ts";
import { useStudio } from "../state/use-studio.ts";
import { ArtCanvas } from "./art-canvas.tsx";
import type { FactsOf } from "./cell-facts.ts";
import { CellWalk } from "./cell-walk.tsx";
import type { Easel } from "./create-easel.ts";
import { SplitHandle } from "./split-handle.tsx";

/** The easel: the art, and over it the source in the same place. As large as the part of the art that is seen. */
export const Art = ({ easel, facts }: { readonly easel: Easel; readonly facts: ReadonlySignal<FactsOf | null> }) => {
  const { darkroom, live, mode, opened, split } = useStudio();
  const parts = useLiveParts();
  const { x = 0, y = 0, density = 1, width = 0, height = 0, view, slack } = easel.placement.value ?? {};
  const at = (pixels: number | undefined): string => `${(pixels ?? 0) / density}px`;
  const proof = darkroom.proof.value;
  const shown = mode.value;
  const cut = shown === "split" ? `${100 - 100 * split.value}%` : "0%";
  const style = { left: at(view?.left), top: at(view?.top), width: at(width), height: at(height), "--cut": cut };
  return (
    <div
      class="easel"
      aria-busy={darkroom.pass.value !== "none"}
      data-paper={proof?.params.invert ? "" : undefined}
      data-loose={slack && slack.x + slack.y > 0 ? "" : undefined}
      hidden={proof === null || shown === "text"}
      style={{ left: at(x), top: at(y), width: at(view?.width), height: at(view?.height) }}
    >
      <ArtCanvas easel={easel} />
      <div class="under" hidden={shown === "ascii"}>
        {live.value !== null && parts !== null && <parts.Screen source={live.value} style={style} />}
        {opened.value?.kind === "image" && (
          <img
            class="source"
            src={opened.value.url}
            alt={`Source of the art, ${opened.value.name}`}
            draggable={false}
            style={style}
          />
        )}
      </div>
      {(shown === "ascii" || shown === "split") && <CellWalk easel={easel} facts={facts} />}
      {shown === "split" && <SplitHandle easel={easel} />}
    </div>
  );
};
