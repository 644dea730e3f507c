import type { Frame } from "@lumiglyph/handoff";
import { type Cast, createCast } from "./cast.ts";

/** The record button, which also saves the recording. */
export type Recorder = {
  readonly add: (frame: Frame) => void;
  /** Updates the length shown on the button. */
  readonly update: () => void;
  /** Ends the session and saves the recording. */
  readonly end: () => void;
};

/** Maximum characters of a recording before it is saved automatically, to bound memory. */
const MAX_CHARACTERS = 200_000_000;

export const createHandoffRecorder = (button: HTMLButtonElement, now: () => number): Recorder => {
  let cast: Cast | null = null;
  const update = (): void => {
    const label = cast === null ? "Record" : `Save ${cast.seconds().toFixed(1)} s, ${sizeText(cast.length())}`;
    if (button.textContent !== label) button.textContent = label;
    button.ariaPressed = String(cast !== null);
  };
  const finish = (): void => {
    if (cast !== null && cast.frames() > 0) save(cast);
    cast = null;
    update();
  };
  button.addEventListener("click", () => {
    if (cast !== null) return finish();
    cast = createCast();
    update();
  });
  return {
    add(frame) {
      button.disabled = false;
      cast?.add(frame, now());
      if (cast !== null && cast.length() > MAX_CHARACTERS) finish();
    },
    update,
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

const sizeText = (length: number): string =>
  length < 1_000_000 ? `${Math.ceil(length / 1000)} kB` : `${(length / 1_000_000).toFixed(1)} MB`;
