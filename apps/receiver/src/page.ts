import type { Figures } from "./meter.ts";
import type { Note } from "./words.ts";

/** The page's elements and functions to update them, always as text, never as markup. */
export type Page = {
  readonly sheet: HTMLCanvasElement;
  readonly record: HTMLButtonElement;
  readonly stop: HTMLButtonElement;
  /** Shows the state: its name for the style sheet, its text for people. */
  readonly say: (name: string, words: string) => void;
  /** Shows a note in the place of frames; null takes it away. */
  readonly tell: (note: Note | null) => void;
  readonly trace: (traceId: string) => void;
  readonly count: (figures: Figures) => void;
};

export const pageOf = (document: Document): Page => {
  const find = <Part extends HTMLElement>(selector: string): Part => document.querySelector<Part>(selector)!;
  const write = (selector: string, text: string): void => {
    const part = find(selector);
    if (part.textContent !== text) part.textContent = text;
  };
  const sheet = find<HTMLCanvasElement>("#sheet");
  return {
    sheet,
    record: find("#record"),
    stop: find("#stop"),
    say(name, words) {
      document.body.dataset["state"] = name;
      write("#state span", words);
    },
    tell(note) {
      find("#note").hidden = note === null;
      sheet.hidden = note !== null;
      if (note === null) return;
      if (document.body.dataset["state"] === "loading") document.body.dataset["state"] = "alone";
      write("#note h2", note.title);
      write("#note p", note.says);
      find("#note ul").replaceChildren(
        ...(note.list ?? []).map((line) => Object.assign(document.createElement("li"), { textContent: line })),
      );
    },
    trace: (traceId) => write("#trace", traceId),
    count(figures) {
      for (const [name, text] of Object.entries(figureWords(figures))) write(`#${name}`, text);
    },
  };
};

/** Figures as text, by element id. */
const figureWords = ({ frames, lost, fps, median, late, size }: Figures) => ({
  frames: frames.toLocaleString("en-US"),
  lost: lost.toLocaleString("en-US"),
  rate: `${fps} fps`,
  latency: median === null || late === null ? "none yet" : `${median.toFixed(1)} ms, p95 ${late.toFixed(1)} ms`,
  grid: size === null ? "none yet" : `${size.columns} × ${size.rows}`,
});
