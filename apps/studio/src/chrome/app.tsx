import { useSignalEffect } from "@preact/signals";
import { useCallback, useContext } from "preact/hooks";
import { Inspector } from "../controls/inspector.tsx";
import type { Easel } from "../stage/create-easel.ts";
import { Stage } from "../stage/stage.tsx";
import { useStudio } from "../state/use-studio.ts";
import { DeskContext } from "./desk-context.ts";
import { DropOverlay } from "./drop-overlay.tsx";
import { FaultPlace } from "./fault-place.tsx";
import { Hero } from "./hero.tsx";
import { Lazy } from "./lazy.tsx";
import { LiveRegion } from "./live-region.tsx";
import { Toast } from "./toast.tsx";
import { TopBar } from "./top-bar.tsx";

/** The page: top bar, stage, inspector, and what may stand over them. */
export const App = () => {
  const { opened, dialog, handoff } = useStudio();
  const desk = useContext(DeskContext)!;
  const onEasel = useCallback(
    (easel: Easel) => {
      desk.easel = easel;
    },
    [desk],
  );
  useSignalEffect(() => {
    document.title = opened.value === null ? "Lumiglyph studio" : `${opened.value.name}, Lumiglyph studio`;
  });
  return (
    <div class="frame">
      <div class="app" data-mode={opened.value === null ? "none" : "image"}>
        <TopBar />
        {handoff.value && <handoff.value.ApproveBar />}
        <Stage onEasel={onEasel}>
          {opened.value === null && <Hero />}
          <FaultPlace />
          <Toast />
        </Stage>
        <Inspector />
      </div>
      <DropOverlay />
      {dialog.value !== "none" && <Lazy key={dialog.value} load={DIALOGS[dialog.value]} />}
      <LiveRegion />
    </div>
  );
};

const DIALOGS = {
  keys: async () => ({ Dialog: (await import("./keys-sheet.tsx")).KeysSheet }),
  palette: async () => ({ Dialog: (await import("./palette/palette.tsx")).Palette }),
  export: async () => ({ Dialog: (await import("../exports/export-dialog.tsx")).ExportDialog }),
};
