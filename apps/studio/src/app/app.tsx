import { useSignalEffect } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import { fileIn } from "../sources/file-input.ts";
import { useStudio } from "../state/studio.ts";
import { useChunk } from "../ui/use-chunk.ts";
import { useLiveParts } from "../viewer/use-live-parts.ts";
import { ViewerPane } from "../viewer/viewer-pane.tsx";
import type { Viewport } from "../viewer/viewport.ts";
import { NOT_LOADED } from "../worker/failure.ts";
import { CommandsContext } from "./commands.ts";
import type { DraggedItem } from "./drop-words.tsx";
import { StartScreen } from "./start-screen.tsx";
import { TopBar } from "./top-bar.tsx";

/** The page: top bar, viewer, inspector, and the overlays above them. */
export const App = () => {
  const { opened, dialog, handoff } = useStudio();
  const context = useContext(CommandsContext)!;
  const onViewport = useCallback(
    (viewport: Viewport) => {
      context.viewport = viewport;
    },
    [context],
  );
  useSignalEffect(() => {
    document.title = opened.value === null ? "Lumiglyph studio" : `${opened.value.name}, Lumiglyph studio`;
  });
  return (
    <div class="shell">
      <div class="app" data-mode={opened.value === null ? "none" : "image"}>
        <TopBar />
        {handoff.value && <handoff.value.ApproveBar />}
        <ViewerPane onViewport={onViewport}>
          {opened.value === null && <StartScreen />}
          <FaultPlace />
          <Toast />
        </ViewerPane>
        <InspectorPlace />
      </div>
      <DropOverlay />
      {dialog.value !== "none" && <Lazy key={dialog.value} load={DIALOGS[dialog.value]} />}
      <LiveRegion />
    </div>
  );
};

/** Slot for the inspector, which is loaded after the first visible parts. */
const InspectorPlace = () => {
  const chunk = useChunk(fetchInspector);
  if (chunk === null || chunk === "missing") return <aside class="insp" aria-label="Inspector" />;
  return <chunk.Inspector motion={<Motion />} />;
};

const fetchInspector = () => import("../controls/inspector.tsx");

/** Slot for the flicker meter. */
const Motion = () => {
  const parts = useLiveParts();
  return parts !== null ? <parts.FlickerMeter /> : <p class="cap">Video and camera only. No effect on stills.</p>;
};

const DIALOGS = {
  keys: async () => ({ Dialog: (await import("./keyboard-dialog.tsx")).KeyboardDialog }),
  palette: async () => ({ Dialog: (await import("./palette.tsx")).CommandPalette }),
  export: async () => ({ Dialog: (await import("../export/export-dialog.tsx")).ExportDialog }),
  font: async () => ({ Dialog: (await import("./font-dialog.tsx")).FontDialog }),
  crop: async () => ({ Dialog: (await import("./crop-dialog.tsx")).CropDialog }),
};

/**
 * Announces to screen readers what sighted users see change. Always mounted: a region added together with its text is
 * not read.
 */
const LiveRegion = () => (
  <div class="sr" role="status" aria-live="polite">
    {useStudio().said}
  </div>
);

/** Slot for the fault card. Its code is loaded with the first fault. */
const FaultPlace = () => {
  const { fault } = useStudio();
  const chunk = useChunk(fetchCard, fault.value !== null);
  if (fault.value === null || chunk === null || chunk === "missing") return null;
  return <chunk.Card key={fault.value.code} fault={fault.value} />;
};

const fetchCard = () => import("./fault-card.tsx");

/** A dialog whose code is loaded when it is first opened. */
const Lazy = ({ load }: { readonly load: () => Promise<{ readonly Dialog: FunctionComponent }> }) => {
  const { dialog, toast } = useStudio();
  const chunk = useChunk(load);
  useEffect(() => {
    if (chunk !== "missing") return;
    dialog.value = "none";
    toast(NOT_LOADED);
  }, [chunk, dialog, toast]);
  return chunk !== null && chunk !== "missing" && <chunk.Dialog />;
};

/** The toast at the bottom of the viewer. */
const Toast = () => {
  const { notice } = useStudio();
  if (notice.value === null) return null;
  const { words, action } = notice.value;
  return (
    <div class="toast" key={words}>
      {words}
      {action !== undefined && (
        <button
          type="button"
          class="btn"
          onClick={() => {
            notice.value = null;
            action.go();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
};

/** Accepts files dropped anywhere in the window. The overlay's text is loaded on demand. */
const DropOverlay = () => {
  const studio = useStudio();
  const [dragged, setDragged] = useState<readonly DraggedItem[] | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const drop = (transfer: DataTransfer): void => {
      const dropped = fileIn(transfer);
      if (dropped === null) return;
      void studio.open(dropped.file, dropped.name);
      if (transfer.files.length > 1) studio.toast(`Opening ${dropped.name}. One picture at a time.`);
    };
    listen(window, setDragged, drop, leaving.signal);
    return () => leaving.abort();
  }, [studio]);
  const chunk = useChunk(fetchWords, dragged !== null);
  if (dragged === null || chunk === null || chunk === "missing") return null;
  return <chunk.DropWords items={dragged} />;
};

const fetchWords = () => import("./drop-words.tsx");

/**
 * Reports what is dragged over a window and what is dropped. Counts depth, because dragenter on a child fires before
 * dragleave on its parent.
 */
const listen = (
  target: Window,
  over: (dragged: readonly DraggedItem[] | null) => void,
  drop: (transfer: DataTransfer) => void,
  signal: AbortSignal,
): void => {
  let depth = 0;
  const on = <Type extends "dragenter" | "dragover" | "dragleave" | "drop">(
    type: Type,
    act: (transfer: DataTransfer) => void,
  ): void =>
    target.addEventListener(
      type,
      (event) => {
        if (event.dataTransfer === null || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        act(event.dataTransfer);
      },
      { signal },
    );
  on("dragenter", ({ items }) => {
    if (depth++ === 0) over(Array.from(items, ({ kind, type }) => ({ kind, type })));
  });
  on("dragover", (transfer) => {
    transfer.dropEffect = "copy";
  });
  on("dragleave", () => {
    if (--depth === 0) over(null);
  });
  on("drop", (transfer) => {
    depth = 0;
    over(null);
    drop(transfer);
  });
};
