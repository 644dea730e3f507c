import type { FormatId } from "@lumiglyph/contract";
import type { ReadonlySignal, Signal } from "@preact/signals";
import { createContext, type FunctionComponent } from "preact";
import { useContext } from "preact/hooks";
import type { Refused } from "../worker/preview.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import type { StillMotion, VideoSettings } from "../worker/video/export-messages.ts";
import type { Look } from "./looks.ts";
import type { ParamsModel } from "./params-model.ts";
import type { LiveSource, Opened, SourceKind } from "./source.ts";

/** What the viewer shows. */
export type ViewMode = "ascii" | "split" | "source" | "text";

/** A problem shown as a card over the viewer: a code of the API or of the studio, text and actions. */
export type Fault = {
  readonly code: string;
  readonly title: string;
  readonly says: string;
  /** Steps to follow, in order. */
  readonly steps?: readonly string[];
  /** The first is the primary action. */
  readonly ways: readonly { readonly label: string; readonly go: () => void }[];
};

/** A toast at the bottom of the viewer. */
export type Notice = {
  readonly words: string;
  readonly action?: { readonly label: string; readonly go: () => void };
};

/** The format saved last, which Ctrl S saves again. */
export type SaveChoice = {
  readonly format: FormatId;
  /**
   * For a PNG: scale in multiples of 8 × 16 pixels per cell, and whether the background is
   * transparent.
   */
  readonly scale: 1 | 2 | 3 | 4;
  readonly transparent: boolean;
  /** For a PNG: as large as the art, or in a social network's size with the art centered. */
  readonly shape: PngShape;
};

export type PngShape = "art" | "square" | "portrait" | "story" | "card";

/** Motions of a still picture, as the page names them. */
export const STILL_MOTIONS = [
  { motion: "none", words: "Still" },
  { motion: "dissolve", words: "Dissolve" },
  { motion: "typewriter", words: "Typewriter" },
  { motion: "rain", words: "Rain" },
  { motion: "twinkle", words: "Twinkle" },
] as const satisfies readonly { readonly motion: StillMotion | "none"; readonly words: string }[];

/** The model behind the page: everything it shows and does. Components get it from `useStudio()`. */
export type Studio = {
  readonly params: ParamsModel;
  /**
   * The looks to choose from: the studio's, then the user's own, which are stored in this browser.
   */
  readonly looks: ReadonlySignal<readonly Look[]>;
  /** Keeps a look; one of the same name is replaced. */
  readonly saveLook: (look: Look) => void;
  readonly removeLook: (look: Look) => void;
  readonly worker: RenderWorker;
  /** The open source, or null. */
  readonly opened: ReadonlySignal<Opened | null>;
  /** The open source if it is a video or camera. */
  readonly live: ReadonlySignal<LiveSource | null>;
  /** Opens a picked, dropped, pasted or sample file. Faults are shown, never thrown. */
  readonly open: (file: Blob, name: string) => Promise<void>;
  /** Opens another version of the open picture, with the same settings. */
  readonly openEdited: (file: Blob, name: string) => Promise<void>;
  /** Lets the user pick a file, optionally of one kind, and opens it. */
  readonly pick: (kind?: Exclude<SourceKind, "camera">) => Promise<void>;
  /** Opens a camera, by id or any. */
  readonly openCamera: (id?: string) => Promise<void>;
  /** Turns the open camera off; its last frame stays as a picture. */
  readonly stopCamera: () => Promise<void>;
  /** Closes the source and forgets it. */
  readonly close: () => void;
  /** Opens the picture that was open before a reload. */
  readonly reopen: () => Promise<void>;
  /** Undo and redo of parameters and source. */
  readonly history: {
    readonly canUndo: ReadonlySignal<boolean>;
    readonly canRedo: ReadonlySignal<boolean>;
    readonly undo: () => void;
    readonly redo: () => void;
  };
  readonly fault: Signal<Fault | null>;
  /** Shows a toast and announces it to screen readers. */
  readonly toast: (words: string, action?: { readonly label: string; readonly go: () => void }) => void;
  /** The current toast; null if there is none. Its text is in `said`, too. */
  readonly notice: Signal<Notice | null>;
  /** Announces text to screen readers only, at most once every two seconds. */
  readonly announce: (words: string) => void;
  /** The live region's text. */
  readonly said: ReadonlySignal<string>;
  readonly mode: Signal<ViewMode>;
  /** Position of the split, 0 to 1 of the art's width (on phones, of its height). */
  readonly split: Signal<number>;
  /** Multiple of the size that fits. */
  readonly zoom: Signal<number>;
  /** Offset of the view's center from the art's center, in CSS pixels. */
  readonly pan: Signal<{ readonly x: number; readonly y: number }>;
  /** The open dialog. */
  readonly dialog: Signal<"none" | "export" | "keys" | "palette" | "font" | "crop">;
  readonly theme: Signal<"system" | "dark" | "light">;
  readonly letterKeys: Signal<boolean>;
  /** Whether the loupe follows the pointer. */
  readonly loupe: Signal<boolean>;
  readonly refused: ReadonlySignal<Refused | null>;
  readonly saveChoice: Signal<SaveChoice>;
  /** How a still picture moves. */
  readonly stillMotion: Signal<StillMotion | "none">;
  readonly videoChoice: Signal<VideoSettings>;
  /** The handoff's UI; null until it is loaded, and where no receiver is configured. */
  readonly handoff: Signal<HandoffParts | null>;
};

/** The handoff's UI, once it is loaded. */
export type HandoffParts = {
  readonly Pill: FunctionComponent;
  readonly ApproveBar: FunctionComponent;
  readonly toggle: () => void;
};

export const StudioContext = createContext<Studio | null>(null);

/** The studio of the surrounding page. */
export const useStudio = (): Studio => {
  const studio = useContext(StudioContext);
  if (studio === null) throw new Error("useStudio() needs a StudioContext.");
  return studio;
};
