import "../styles/page.css";
import { render } from "preact";
import { createDarkroom } from "../darkroom/create-darkroom.ts";
import { startWorker } from "../darkroom/start-worker.ts";
import { pastedIn } from "../sources/transfer.ts";
import { browserHost } from "../state/browser-host.ts";
import { createStudio } from "../state/create-studio.ts";
import { StudioContext } from "../state/use-studio.ts";
import { App } from "./app.tsx";
import type { Desk } from "./commands.ts";
import { DeskContext } from "./desk-context.ts";
import { listenToKeys } from "./keyboard.ts";
import { loadAhead } from "./load-ahead.ts";
import { offerHandoff } from "./offer-handoff.ts";
import { wearTheme } from "./theme.ts";

const studio = createStudio({ darkroom: createDarkroom(startWorker), host: browserHost(window) });
const desk: Desk = { studio, easel: null };

wearTheme(studio, window);
loadAhead(window);
offerHandoff(studio, window);
listenToKeys(desk, window);
window.addEventListener("paste", ({ clipboardData }) => {
  const pasted = clipboardData === null ? null : pastedIn(clipboardData);
  if (pasted !== null) studio.open(pasted.file, pasted.name);
});

render(
  <StudioContext.Provider value={studio}>
    <DeskContext.Provider value={desk}>
      <App />
    </DeskContext.Provider>
  </StudioContext.Provider>,
  document.querySelector("#studio")!,
);
