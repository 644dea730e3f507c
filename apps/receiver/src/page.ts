import type { Note } from "./messages.ts";
import type { Figures } from "./meter.ts";

/** The page's elements and functions to update them, always as text, never as markup. */
export type ReceiverPage = {
  readonly canvas: HTMLCanvasElement;
  readonly record: HTMLButtonElement;
  readonly stop: HTMLButtonElement;
  /** Shows the state: its name for the style sheet, its text for people. */
  readonly showState: (name: string, words: string) => void;
  /** Shows a note instead of frames; null removes it. */
  readonly showNote: (note: Note | null) => void;
  readonly showTrace: (traceId: string) => void;
  readonly showFigures: (figures: Figures) => void;
};

export const receiverPage = (document: Document): ReceiverPage => {
  const find = <Part extends HTMLElement>(selector: string): Part => document.querySelector<Part>(selector)!;
  const write = (selector: string, text: string): void => {
    const part = find(selector);
    if (part.textContent !== text) part.textContent = text;
  };
  const canvas = find<HTMLCanvasElement>("#art");
  return {
    canvas,
    record: find("#record"),
    stop: find("#stop"),
    showState(name, words) {
      document.body.dataset["state"] = name;
      write("#state span", words);
    },
    showNote(note) {
      find("#note").hidden = note === null;
      canvas.hidden = note !== null;
      if (note === null) return;
      if (document.body.dataset["state"] === "loading") document.body.dataset["state"] = "alone";
      write("#note h2", note.title);
      write("#note p", note.says);
      find("#note ul").replaceChildren(
        ...(note.list ?? []).map((line) => Object.assign(document.createElement("li"), { textContent: line })),
      );
    },
    showTrace: (traceId) => write("#trace", traceId),
    showFigures(figures) {
      for (const [name, text] of Object.entries(figureTexts(figures))) write(`#${name}`, text);
    },
  };
};

/** Figures as text, by element id. */
const figureTexts = ({ frames, lost, fps, median, late, size }: Figures) => ({
  frames: frames.toLocaleString("en-US"),
  lost: lost.toLocaleString("en-US"),
  rate: `${fps} fps`,
  latency: median === null || late === null ? "none yet" : `${median.toFixed(1)} ms, p95 ${late.toFixed(1)} ms`,
  grid: size === null ? "none yet" : `${size.columns} × ${size.rows}`,
});
