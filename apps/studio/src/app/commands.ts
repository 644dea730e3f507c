import { PARAM_ROWS } from "@lumiglyph/contract";
import { createContext } from "preact";
import type { QUICK_EXPORTS } from "../export/quick-exports.ts";
import { lookValues, randomLook } from "../state/looks.ts";
import { isGridHeld } from "../state/params-model.ts";
import type { Studio, ViewMode } from "../state/studio.ts";
import { peek } from "../viewer/peek.ts";
import type { Viewport } from "../viewer/viewport.ts";
import { NOT_LOADED } from "../worker/failure.ts";
import type { Chord } from "./key-chords.ts";
import { switchTheme } from "./theme.ts";

/** What commands act on. */
export type CommandContext = {
  readonly studio: Studio;
  /** The viewport; null until the first picture is open. */
  viewport: Viewport | null;
};

/** One entry of the command table, which drives the keyboard, the keyboard dialog, the palette and the top bar. */
export type StudioCommand = {
  readonly words: string;
  /** Other words by which the palette finds it. */
  readonly also?: string;
  readonly group: "Source" | "View" | "Picture" | "Edit" | "Export & share" | "Everywhere";
  /** Shortcuts. `run` gets the index of the one that was pressed. */
  readonly keys: readonly Chord[];
  /** Whether the command is available; always, if omitted. */
  readonly when?: (studio: Studio) => boolean;
  /** Omitted where the browser handles the key itself. */
  readonly run?: (context: CommandContext, key: number) => void;
  /** Replaces `run` for keys that act while held; the returned function ends it. */
  readonly hold?: (context: CommandContext) => () => void;
  /** Whether key repeat runs it again. */
  readonly repeats?: boolean;
  /** Selector of elements that handle the same keys themselves while they have the focus. */
  readonly yields?: string;
};

/** Exports are loaded on demand, ahead of the first use. */
const fetchQuickExports = async (): Promise<typeof QUICK_EXPORTS> =>
  (await import("../export/quick-exports.ts")).QUICK_EXPORTS;

const quickExport =
  (name: keyof typeof QUICK_EXPORTS) =>
  ({ studio }: CommandContext): void => {
    fetchQuickExports().then(
      (quickExports) => quickExports[name](studio),
      () => studio.toast(NOT_LOADED),
    );
  };

/** Whether the device has a share sheet that takes pictures. */
const canShare = (): boolean =>
  navigator.canShare?.({ files: [new File([], "art.png", { type: "image/png" })] }) === true;

const hasPicture = ({ opened }: Studio): boolean => opened.value !== null;

const isLive = ({ live }: Studio): boolean => live.value !== null;

const VIEWS: readonly ViewMode[] = ["ascii", "split", "source", "text"];

const toggle =
  (name: "color" | "invert" | "edges" | "dither") =>
  ({ studio: { params } }: CommandContext): void =>
    params.set(name, !params.all.peek()[name]);

/** Changes the columns by 8. */
const stepColumns = ({ studio: { params } }: CommandContext, key: number): void => {
  const { min, max } = PARAM_ROWS.columns;
  const columns = params.all.peek().columns + (key === 0 ? -8 : 8);
  params.set("columns", Math.min(max, Math.max(min, columns)));
};

const toggleDirector = ({ studio: { params } }: CommandContext): void => {
  if (params.all.peek().autoOptimize === 0) params.reset("autoOptimize");
  else params.set("autoOptimize", 0);
};

/** In the order of the keyboard dialog. */
export const STUDIO_COMMANDS = {
  open: { words: "Open", group: "Source", keys: ["o"], run: ({ studio }) => void studio.pick() },
  paste: { words: "Paste", group: "Source", keys: ["mod+v"] },
  image: { words: "Open an image", group: "Source", keys: [], run: ({ studio }) => void studio.pick("image") },
  video: { words: "Open a video", group: "Source", keys: [], run: ({ studio }) => void studio.pick("video") },
  camera: {
    words: "Camera on or off",
    group: "Source",
    keys: ["c"],
    run: ({ studio }) => void (studio.live.peek()?.kind === "camera" ? studio.stopCamera() : studio.openCamera()),
  },
  crop: {
    words: "Crop and rotate",
    also: "cut turn mirror flip square aspect",
    group: "Source",
    keys: ["x"],
    when: ({ opened }) => opened.value?.kind === "image",
    run({ studio }) {
      studio.dialog.value = "crop";
    },
  },
  closePicture: {
    words: "Close and forget the picture",
    also: "remove clear new",
    group: "Source",
    keys: [],
    when: hasPicture,
    run: ({ studio }) => studio.close(),
  },
  share: {
    words: "Share",
    also: "send",
    group: "Export & share",
    keys: [],
    when: (studio) => hasPicture(studio) && canShare(),
    run: quickExport("shareArt"),
  },
  play: {
    words: "Play, pause, freeze",
    group: "Source",
    keys: [" "],
    when: isLive,
    yields: "a, button, input, select, textarea, [tabindex]:not(main)",
    run: ({ studio }) => studio.live.peek()?.toggle(),
  },
  step: {
    words: "Step a frame",
    group: "Source",
    keys: ["arrowleft", "arrowright"],
    when: ({ live }) => live.value?.kind === "video",
    repeats: true,
    yields: "input, select, textarea, [role=slider], [role=radio], [role=tab], pre",
    run({ studio }, key) {
      const { live } = studio;
      if (live.value?.kind === "video") live.value.step(key === 0 ? -1 : 1);
    },
  },
  view: {
    words: "Switch the view",
    group: "View",
    keys: ["1", "2", "3", "4"],
    when: hasPicture,
    run({ studio }, key) {
      studio.mode.value = VIEWS[key]!;
    },
  },
  peek: {
    words: "Hold to see the source",
    group: "View",
    keys: ["\\"],
    when: hasPicture,
    hold: ({ studio }) => peek(studio.mode),
  },
  zoomIn: {
    words: "Zoom in",
    group: "View",
    keys: ["+"],
    when: hasPicture,
    repeats: true,
    run: ({ viewport }) => viewport?.zoomBy(1),
  },
  zoomOut: {
    words: "Zoom out",
    group: "View",
    keys: ["-"],
    when: hasPicture,
    repeats: true,
    run: ({ viewport }) => viewport?.zoomBy(-1),
  },
  fit: {
    words: "Fit",
    also: "zoom whole",
    group: "View",
    keys: ["f", "0"],
    when: hasPicture,
    run({ studio: { zoom, pan } }) {
      zoom.value = 1;
      pan.value = { x: 0, y: 0 };
    },
  },
  loupe: {
    words: "Loupe on or off",
    group: "View",
    keys: ["l"],
    when: hasPicture,
    run({ studio: { loupe }, viewport }) {
      loupe.value = !loupe.value;
      if (viewport !== null) viewport.cell.value = null;
    },
  },
  theme: {
    words: "Theme",
    also: "dark light mode",
    group: "View",
    keys: ["t"],
    run: ({ studio }) => switchTheme(studio),
  },
  columns: { words: "Columns, 8 at a time", group: "Picture", keys: ["[", "]"], repeats: true, run: stepColumns },
  color: { words: "Color", group: "Picture", keys: ["k"], run: toggle("color") },
  invert: { words: "Invert", group: "Picture", keys: ["i"], run: toggle("invert") },
  edges: { words: "Edges", group: "Picture", keys: ["e"], run: toggle("edges") },
  dither: { words: "Dither", group: "Picture", keys: ["d"], run: toggle("dither") },
  auto: { words: "Auto Director", group: "Picture", keys: ["a"], run: toggleDirector },
  random: {
    words: "Random look",
    group: "Picture",
    keys: ["r"],
    run: ({ studio: { params, looks } }) =>
      params.setAll(lookValues(randomLook(params.all.peek(), looks.peek(), Math.random))),
  },
  reset: {
    words: "Reset all settings",
    also: "defaults clear",
    group: "Edit",
    keys: [],
    run: ({ studio }) => studio.params.resetAll(),
  },
  undo: {
    words: "Undo",
    group: "Edit",
    keys: ["mod+z"],
    repeats: true,
    // the grid stays while frames are recorded
    when: ({ history }) => history.canUndo.value && !isGridHeld.value,
    run: ({ studio }) => studio.history.undo(),
  },
  redo: {
    words: "Redo",
    group: "Edit",
    keys: ["mod+shift+z"],
    repeats: true,
    when: ({ history }) => history.canRedo.value && !isGridHeld.value,
    run: ({ studio }) => studio.history.redo(),
  },
  copyText: {
    words: "Copy text",
    group: "Edit",
    keys: ["mod+c"],
    // a text selection takes precedence
    when: (studio) => hasPicture(studio) && (getSelection()?.isCollapsed ?? true),
    run: quickExport("copyText"),
  },
  copyPicture: {
    words: "Copy PNG",
    group: "Edit",
    keys: ["mod+shift+c"],
    when: hasPicture,
    run: quickExport("copyPicture"),
  },
  save: {
    words: "Export",
    also: "download save",
    group: "Export & share",
    keys: ["mod+s"],
    when: hasPicture,
    run: quickExport("saveAgain"),
  },
  formats: {
    words: "Choose a format",
    also: "download save export text ansi html json svg png gif mp4 webm",
    group: "Export & share",
    keys: ["mod+shift+s"],
    when: hasPicture,
    run({ studio }) {
      studio.dialog.value = "export";
    },
  },
  handoff: {
    words: "Send to the receiver",
    also: "handoff",
    group: "Export & share",
    keys: ["h"],
    when: (studio) => studio.handoff.value !== null && hasPicture(studio),
    run: ({ studio }) => studio.handoff.value?.toggle(),
  },
  copyLink: {
    words: "Copy settings link",
    also: "share url",
    group: "Export & share",
    keys: [],
    run: quickExport("copyLink"),
  },
  palette: {
    words: "Commands",
    group: "Everywhere",
    keys: ["mod+k"],
    when: ({ dialog }) => dialog.value === "none",
    run({ studio }) {
      studio.dialog.value = "palette";
    },
  },
  keys: {
    words: "Keyboard shortcuts",
    also: "help keys",
    group: "Everywhere",
    keys: ["?"],
    run({ studio: { dialog } }) {
      dialog.value = dialog.value === "keys" ? "none" : "keys";
    },
  },
  close: {
    words: "Close",
    group: "Everywhere",
    keys: ["escape"],
    // dialogs handle Escape themselves
    when: ({ dialog, fault }) => dialog.value === "none" && fault.value !== null,
    run({ studio }) {
      studio.fault.value = null;
    },
  },
} as const satisfies Record<string, StudioCommand>;

export type CommandId = keyof typeof STUDIO_COMMANDS;

/** Context for the commands of the surrounding page. */
export const CommandsContext = createContext<CommandContext | null>(null);
