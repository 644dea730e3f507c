import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { NOT_LOADED } from "../state/not-loaded.ts";
import { useChunk } from "../state/use-chunk.ts";
import { useStudio } from "../state/use-studio.ts";
import type { Viewport } from "./create-easel.ts";

type ViewerPaneProps = {
  readonly onViewport: (viewport: Viewport) => void;
  readonly children?: ComponentChildren;
};

/**
 * The stage, `<main class="stage">`. What stands on it without a picture, the empty page or a fault, are its children; the
 * table that a picture lies on is fetched with the first one.
 */
export const ViewerPane = ({ onViewport, children }: ViewerPaneProps) => {
  const { opened, toast } = useStudio();
  const viewer = useChunk(fetchViewer, opened.value !== null);
  useEffect(() => {
    if (viewer === "missing") toast(NOT_LOADED);
  }, [viewer, toast]);
  return (
    <main class="stage" aria-label="Stage">
      {viewer !== null && viewer !== "missing" && <viewer.Viewer onViewport={onViewport} />}
      {children}
    </main>
  );
};

const fetchViewer = () => import("./table.tsx");
