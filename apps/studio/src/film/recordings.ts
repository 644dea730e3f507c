import { type Signal, signal } from "@preact/signals";
import type { Opened } from "../sources/opened.ts";
import type { Recording } from "./recording.ts";

/** The last recording of what is open, for as long as that is; null until there is one. */
export const recordingOf = (opened: Opened): Signal<Recording | null> => {
  const known = RECORDINGS.get(opened) ?? signal<Recording | null>(null);
  RECORDINGS.set(opened, known);
  return known;
};

const RECORDINGS = new WeakMap<Opened, Signal<Recording | null>>();
