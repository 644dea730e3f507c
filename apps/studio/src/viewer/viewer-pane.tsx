import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import { useChunk } from "../ui/use-chunk.ts";
import { NOT_LOADED } from "../worker/failure.ts";
import type { Viewport } from "./viewport.ts";

type ViewerPaneProps = {
  readonly onViewport: (viewport: Viewport) => void;
  readonly children?: ComponentChildren;
};

/**
 * The viewer's pane, `<main class="viewer">`. Its children are the start screen or a fault; the viewer itself is loaded
 * with the first picture.
 */
export const ViewerPane = ({ onViewport, children }: ViewerPaneProps) => {
  const { opened, toast } = useStudio();
  const viewer = useChunk(fetchViewer, opened.value !== null);
  useEffect(() => {
    if (viewer === "missing") toast(NOT_LOADED);
  }, [viewer, toast]);
  const main = useRef<HTMLElement>(null);
  useSignalEffect(() => {
    // the start screen takes the focus with it
    if (opened.value !== null && document.activeElement === document.body) main.current?.focus();
  });
  return (
    <main class="viewer" aria-label="Viewer" tabIndex={-1} ref={main}>
      {viewer !== null && viewer !== "missing" && <viewer.Viewer onViewport={onViewport} />}
      {children}
    </main>
  );
};

const fetchViewer = () => import("./viewer.tsx");
