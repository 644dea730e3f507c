import "../styles/page.css";
import { render } from "preact";
import { pastedIn } from "../sources/file-input.ts";
import { type Studio, StudioContext } from "../state/studio.ts";
import { startWorker } from "../worker/start-worker.ts";
import { createWorkerHost } from "../worker/worker-host.ts";
import { App } from "./app.tsx";
import { browserHost } from "./browser-host.ts";
import { type CommandContext, CommandsContext, STUDIO_COMMANDS, type StudioCommand } from "./commands.ts";
import { createStudio } from "./create-studio.ts";
import { type Chord, chordOf, IS_MAC, isLoneKey } from "./key-chords.ts";
import { loadAhead } from "./load-ahead.ts";
import { applyTheme } from "./theme.ts";

/** Milliseconds to wait after the page's load event. */
const PAUSE = 500;

/** Loads the handoff if the server has named a receiver in the page. No query and no message can name one. */
const offerHandoff = (studio: Studio, page: Window): void => {
  const target = page.document.querySelector<HTMLMetaElement>("meta[name=handoff-target]")?.content;
  if (!target) return;
  const fetchIt = async (): Promise<void> => {
    studio.handoff.value = (await import("../handoff/begin-handoff.tsx")).beginHandoff(studio, target, page);
  };
  page.addEventListener("load", () => page.setTimeout(() => fetchIt().catch(() => {}), PAUSE));
};

/** Runs the commands of the table on their keys. */
const listenToKeys = (context: CommandContext, window: Window): void => {
  let letGo: { readonly key: string; readonly now: () => void } | null = null;
  const release = (): void => {
    letGo?.now();
    letGo = null;
  };
  window.addEventListener("keydown", (event) => {
    const chord = chordOf(event, IS_MAC);
    const found = chord === null ? null : commandFor(chord);
    if (chord === null || found === null || !mayRun(context.studio, found.command, chord, event)) return;
    const { command, at } = found;
    if (command.hold !== undefined) {
      event.preventDefault();
      if (letGo === null) letGo = { key: event.key, now: command.hold(context) };
    } else if (command.run !== undefined) {
      event.preventDefault();
      command.run(context, at);
    }
  });
  window.addEventListener("keyup", ({ key }) => {
    if (key === letGo?.key) release();
  });
  // a key released in another window fires no keyup
  window.addEventListener("blur", release);
};

const commandFor = (chord: Chord): { readonly command: StudioCommand; readonly at: number } | null => {
  for (const command of Object.values<StudioCommand>(STUDIO_COMMANDS)) {
    const at = command.keys.indexOf(chord);
    if (at >= 0) return { command, at };
  }
  return null;
};

const mayRun = (studio: Studio, command: StudioCommand, chord: Chord, { target, repeat }: KeyboardEvent): boolean => {
  if (isLoneKey(chord) && !studio.letterKeys.value) return false;
  if (command.yields !== undefined && target instanceof Element && target.matches(command.yields)) return false;
  if (isTyping(target) && (isLoneKey(chord) || command.group === "Edit")) return false;
  if (studio.dialog.value !== "none" && isDialogShown() && command.group !== "Everywhere") return false;
  if (repeat && command.repeats !== true) return command.hold !== undefined;
  return command.when?.(studio) !== false;
};

/**
 * The page learns of a dismissed dialog from an event that arrives after the dialog is gone,
 * perhaps after the next key.
 */
const isDialogShown = (): boolean => document.querySelector("dialog:modal, [popover]:popover-open") !== null;

/** Whether typed letters belong to the focused control. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("select, textarea, input:not([type=range], [type=checkbox], [type=radio], [type=file])"));

const studio = createStudio({ worker: createWorkerHost(startWorker), host: browserHost(window) });
const context: CommandContext = { studio, viewport: null };

applyTheme(studio, window);
loadAhead(window);
offerHandoff(studio, window);
listenToKeys(context, window);
void studio.reopen();
window.addEventListener("paste", ({ clipboardData, target }) => {
  const pasted = clipboardData === null ? null : pastedIn(clipboardData);
  if (pasted !== null) studio.open(pasted.file, pasted.name);
  else if (/^https?:\/\/\S+$/.test(clipboardData?.getData("text/plain").trim() ?? "") && !isTyping(target)) {
    studio.toast("That is a link. Copy the picture itself, or save it and drop it here.");
  }
});

render(
  <StudioContext.Provider value={studio}>
    <CommandsContext.Provider value={context}>
      <App />
    </CommandsContext.Provider>
  </StudioContext.Provider>,
  document.querySelector("#studio")!,
);
