import type { Frame } from "@lumiglyph/handoff";
import { type Cast, createCast } from "./cast.ts";

/** The record button, which also saves the recording. */
export type Recorder = {
  readonly take: (frame: Frame) => void;
  /** Updates the length shown on the button. */
  readonly tell: () => void;
  /** Ends the session and saves the recording. */
  readonly end: () => void;
};

/** Maximum characters of a recording before it is saved automatically, to bound memory. */
const LONGEST = 200_000_000;

export const createRecorder = (button: HTMLButtonElement, now: () => number): Recorder => {
  let cast: Cast | null = null;
  const tell = (): void => {
    const words = cast === null ? "Record" : `Save ${cast.seconds().toFixed(1)} s, ${sizeWords(cast.length())}`;
    if (button.textContent !== words) button.textContent = words;
    button.ariaPressed = String(cast !== null);
  };
  const finish = (): void => {
    if (cast !== null && cast.frames() > 0) save(cast);
    cast = null;
    tell();
  };
  button.addEventListener("click", () => {
    if (cast !== null) return finish();
    cast = createCast();
    tell();
  });
  return {
    take(frame) {
      button.disabled = false;
      cast?.add(frame, now());
      if (cast !== null && cast.length() > LONGEST) finish();
    },
    tell,
    end() {
      finish();
      button.disabled = true;
    },
  };
};

const save = (cast: Cast): void => {
  const url = URL.createObjectURL(new Blob([...cast.lines()], { type: "application/x-asciicast" }));
  Object.assign(document.createElement("a"), { href: url, download: "lumiglyph.cast" }).click();
  // a started download keeps the file alive
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

const sizeWords = (length: number): string =>
  length < 1_000_000 ? `${Math.ceil(length / 1000)} kB` : `${(length / 1_000_000).toFixed(1)} MB`;
