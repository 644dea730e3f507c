import { effect, type ReadonlySignal } from "@preact/signals";
import type { Proof } from "../darkroom/darkroom.ts";
import type { Opened } from "../sources/opened.ts";
import type { Fault } from "./studio.ts";

export type Told = {
  readonly shown: ReadonlySignal<Opened | null>;
  readonly proof: ReadonlySignal<Proof | null>;
  readonly fault: ReadonlySignal<Fault | null>;
};

/** Tells screen readers of changes of state: a fault, a picture, its size or its verdict. Never of each slider's step. */
export const tellChanges = ({ shown, proof, fault }: Told, announce: (words: string) => void): void => {
  let told = "";
  const tell = (words: string): void => {
    if (words !== told) announce(words);
    told = words;
  };
  effect(() => {
    const card = fault.value;
    if (card !== null) tell(`${card.title}. ${card.says}`);
  });
  effect(() => {
    const drawn = proof.value;
    const picture = shown.peek();
    if (picture !== null && drawn?.pass === "full") tell(drawnWords(picture, drawn));
  });
};

const drawnWords = ({ name }: Opened, { size, params, quality }: Proof): string => {
  const verdict = params.autoOptimize === 0 ? "Auto off" : VERDICTS[quality.status];
  return `${name} drawn, ${size.columns} by ${size.rows} characters. ${verdict}.`;
};

const VERDICTS = { target_met: "Target met", best_effort: "Best effort" };
