import type { FormatId } from "@lumiglyph/contract";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { createContext, type FunctionComponent } from "preact";
import { useContext } from "preact/hooks";
import type { Refused, RenderWorker } from "../worker/render-worker.ts";
import type { ParamsModel } from "./params-model.ts";
import type { LiveSource, Opened, SourceKind } from "./source.ts";

/** Which side of the picture the stage shows. */
export type ViewMode = "ascii" | "split" | "source" | "text";

/** Something that went wrong, as a card on the stage: a code of the API or of the studio, words, and a way out. */
export type Fault = {
  readonly code: string;
  readonly title: string;
  readonly says: string;
  /** What to do, one after the other. */
  readonly steps?: readonly string[];
  /** The first is the main one. */
  readonly ways: readonly { readonly label: string; readonly go: () => void }[];
};

/** A short message at the foot of the stage. */
export type Notice = {
  readonly words: string;
  readonly action?: { readonly label: string; readonly go: () => void };
};

/** What was saved last, which Ctrl S saves again. */
export type SaveChoice = {
  readonly format: FormatId | "png";
  /** Of a PNG: pixels of a cell, in times of 8 × 16, and whether its ground is left out. */
  readonly scale: 1 | 2 | 3 | 4;
  readonly transparent: boolean;
};

/** Everything that the page shows, and all that can be done to it. Components get it from `useStudio()`. */
export type Studio = {
  readonly params: ParamsModel;
  readonly worker: RenderWorker;
  /** The picture that is open, or null. */
  readonly opened: ReadonlySignal<Opened | null>;
  /** What gives the frames, where what is open moves. */
  readonly live: ReadonlySignal<LiveSource | null>;
  /** Opens a file that was picked, dropped, pasted, or is a sample. A fault is shown, never thrown. */
  readonly open: (file: Blob, name: string) => Promise<void>;
  /** Lets the person pick a file, of this kind where one is named, and opens it. */
  readonly pick: (kind?: Exclude<SourceKind, "camera">) => Promise<void>;
  /** Opens a camera, the one of this id or any. */
  readonly openCamera: (id?: string) => Promise<void>;
  /** Undo and redo of parameters and of the picture. */
  readonly history: {
    readonly canUndo: ReadonlySignal<boolean>;
    readonly canRedo: ReadonlySignal<boolean>;
    readonly undo: () => void;
    readonly redo: () => void;
  };
  readonly fault: Signal<Fault | null>;
  /** Shows a short message that goes away by itself, and says it to screen readers. */
  readonly toast: (words: string, action?: { readonly label: string; readonly go: () => void }) => void;
  /** The message that is shown now; null when it has gone away. Its words are in `said`, too. */
  readonly notice: Signal<Notice | null>;
  /** Says something to screen readers only: changes of state, at most one in two seconds. */
  readonly announce: (words: string) => void;
  /** What the live region holds now. */
  readonly said: ReadonlySignal<string>;
  readonly mode: Signal<ViewMode>;
  /** Where the split lies, 0 to 1 of the art's width (on a phone of its height). */
  readonly split: Signal<number>;
  /** Times of the size that fits; 1 is fit. */
  readonly zoom: Signal<number>;
  /** How far the middle of the stage is from the middle of the art, in CSS pixels. */
  readonly pan: Signal<{ readonly x: number; readonly y: number }>;
  /** The dialog that is open. */
  readonly dialog: Signal<"none" | "export" | "keys" | "palette">;
  readonly theme: Signal<"system" | "dark" | "light">;
  readonly letterKeys: Signal<boolean>;
  readonly refused: ReadonlySignal<Refused | null>;
  readonly saveChoice: Signal<SaveChoice>;
  /** What hands frames over; null until it is fetched, and where nobody is named to hand them to. */
  readonly handoff: Signal<HandoffParts | null>;
};

/** What the page shows of the handoff, once it is fetched. */
export type HandoffParts = {
  readonly Pill: FunctionComponent;
  readonly ApproveBar: FunctionComponent;
  readonly toggle: () => void;
};

export const StudioContext = createContext<Studio | null>(null);

/** The studio that the page belongs to. */
export const useStudio = (): Studio => {
  const studio = useContext(StudioContext);
  if (studio === null) throw new Error("There is no studio around this component.");
  return studio;
};
