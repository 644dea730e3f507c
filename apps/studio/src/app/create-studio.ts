import type { RenderOptions } from "@lumiglyph/contract";
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createOpener } from "../sources/opener.ts";
import type { Host } from "../state/host.ts";
import { LOOKS, type Look, ownLook } from "../state/looks.ts";
import { createParamsModel } from "../state/params-model.ts";
import { queryOf, readQuery } from "../state/query.ts";
import type { Opened } from "../state/source.ts";
import type { Fault, Notice, SaveChoice, Studio, ViewMode } from "../state/studio.ts";
import { NOT_LOADED } from "../worker/failure.ts";
import type { Preview } from "../worker/preview.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import { createAnnouncer } from "./announcer.ts";
import { createCurrentSource } from "./current-source.ts";
import { createFaults } from "./faults.ts";
import { createStudioHistory } from "./history.ts";

/** Dependencies of a studio. */
export type StudioParts = {
  readonly worker: RenderWorker;
  /** The browser; `browserHost(window)` in production. */
  readonly host: Host;
};

/** The studio's model: everything the page shows and does, without touching a document. */
export const createStudio = ({ worker, host }: StudioParts): Studio => {
  const { announce, said } = createAnnouncer(host);
  const { toast, notice } = createToaster(host, announce);
  const read = readQuery(host.address.query());
  const { now, put, restart, ...history } = createStudioHistory({ options: read.options, opened: null }, host);
  const options = computed(() => now.value.options);
  const params = createParamsModel(options, (changed, key) => put({ options: changed }, key));
  const { fit, ...view } = createView();

  /** The options that the last picture has started with. */
  let suggested: RenderOptions = {};
  /** Whether the picture being opened is another version of the open one: it keeps its options. */
  let isVersion = false;

  const onMissing = (): void => toast(NOT_LOADED);
  const { shown, live, show, showAgain } = createCurrentSource({
    worker,
    host,
    now,
    onError: (error) => void report(error),
  });
  const { fault, report } = createFaults({
    refused: worker.refused,
    grid: () => ({ info: shown.peek()!.info, columns: params.all.peek().columns }),
    out: {
      pick: (kind) => void pick(kind),
      useColumns: (columns) => params.set("columns", columns),
      openCamera: () => void openCamera(),
      cancel: () => cancel(),
      openAgain: showAgain,
    },
    onMissing,
  });
  const { open, openCamera, cancel } = createOpener({
    host,
    onPicture(found) {
      fault.value = null;
      fit();
      const suits = "suits" in found ? found.suits : {};
      // what the user has set stays
      const isTouched = suits === undefined || isVersion || queryOf(options.peek()) !== queryOf(suggested);
      if (!isTouched) suggested = suits;
      show(found);
      put({ opened: found.opened, ...(!isTouched && { options: suits }) }, found.opened.url);
    },
    onError: report,
    onMissing,
  });
  const pick: Studio["pick"] = async (kind) => {
    const file = await host.pick(kind);
    if (file !== null) await open(file, file.name);
  };

  const openEdited: Studio["openEdited"] = async (file, name) => {
    isVersion = true;
    await open(file, name);
    isVersion = false;
  };

  const stopCamera: Studio["stopCamera"] = async () => {
    const source = live.peek();
    if (source?.kind !== "camera") return;
    const picture = await source.stopWithPicture();
    if (live.peek() !== source) return;
    await openEdited(picture, "camera.png");
  };

  const close = (): void => {
    cancel();
    fault.value = null;
    restart({ options: options.peek(), opened: null });
    host.kept.forget().catch(() => {});
  };
  effect(() => {
    const picture = shown.value;
    if (picture?.kind === "image") host.kept.put({ file: picture.file, name: picture.name }).catch(() => {});
  });
  /** Opens the source from before a reload, unless another one is open by then. */
  const reopen = async (): Promise<void> => {
    const kept = await host.kept.get().catch(() => null);
    if (kept !== null && shown.peek() === null) await open(kept.file, kept.name);
  };

  const saveChoice = signal<SaveChoice>({ format: "png", scale: 2, transparent: false, shape: "art" });
  const format = computed(() => options.value.format);
  effect(() => {
    if (format.value !== undefined) saveChoice.value = { ...saveChoice.peek(), format: format.value };
  });

  writeQuery(options, host);
  announceChanges({ shown, preview: worker.preview, fault }, announce);
  if (read.problems.length > 0) toast(ignoredWords(read.problems));

  return {
    params,
    ...createLooks(host.storage),
    worker,
    opened: shown,
    live,
    open,
    openEdited,
    pick,
    openCamera,
    stopCamera,
    close,
    reopen,
    history,
    fault,
    toast,
    notice,
    announce,
    said,
    ...view,
    dialog: signal("none"),
    ...createPreferences(host.storage),
    refused: worker.refused,
    saveChoice,
    stillMotion: signal("none"),
    videoChoice: signal({ size: "usual", fps: 0, quality: "good" }),
    handoff: signal(null),
  };
};

const ignoredWords = (problems: readonly { readonly parameter: string }[]): string =>
  `Ignored in the link: ${[...new Set(problems.map(({ parameter }) => parameter))].join(", ")}`;

/** View state, which is neither undoable nor persisted. */
const createView = () => {
  const zoom = signal(1);
  const pan = signal({ x: 0, y: 0 });
  return {
    mode: signal<ViewMode>("ascii"),
    split: signal(0.5),
    zoom,
    pan,
    /** Shows the whole picture, centered. */
    fit(): void {
      zoom.value = 1;
      pan.value = { x: 0, y: 0 };
    },
  };
};

/** Mirrors the parameters in the page's URL, debounced because browsers rate-limit history changes. */
const writeQuery = (
  options: ReadonlySignal<RenderOptions>,
  { address, later }: Pick<Host, "address" | "later">,
): void => {
  let forget = () => {};
  effect(() => {
    const query = queryOf(options.value);
    forget();
    forget = later(() => {
      if (query !== address.query()) address.setQuery(query);
    }, PAUSE);
  });
};

/** Milliseconds. */
const PAUSE = 250;

type Toaster = {
  readonly toast: Studio["toast"];
  readonly notice: Signal<Notice | null>;
};

/** Shows one toast at a time for a few seconds, longer if it has a button. */
const createToaster = ({ later }: Pick<Host, "later">, announce: (words: string) => void): Toaster => {
  const notice = signal<Notice | null>(null);
  let forget = () => {};
  const toast: Studio["toast"] = (words, action) => {
    forget();
    notice.value = action === undefined ? { words } : { words, action };
    announce(words);
    forget = later(
      () => {
        notice.value = null;
      },
      action === undefined ? SHORT : LONG,
    );
  };
  return { toast, notice };
};

/** Milliseconds. */
const SHORT = 4000;
const LONG = 8000;

type AnnouncedState = {
  readonly shown: ReadonlySignal<Opened | null>;
  readonly preview: ReadonlySignal<Preview | null>;
  readonly fault: ReadonlySignal<Fault | null>;
};

/** Announces state changes to screen readers: a fault, a picture, its size, its verdict. Not every slider step. */
const announceChanges = ({ shown, preview, fault }: AnnouncedState, announce: (words: string) => void): void => {
  let last = "";
  const say = (words: string): void => {
    if (words !== last) announce(words);
    last = words;
  };
  effect(() => {
    const card = fault.value;
    if (card !== null) say(`${card.title}. ${card.says}`);
  });
  effect(() => {
    const drawn = preview.value;
    const picture = shown.peek();
    if (picture !== null && drawn?.pass === "full") say(drawnWords(picture, drawn));
  });
};

const drawnWords = ({ name }: Opened, { size, params, quality }: Preview): string => {
  const verdict = params.autoOptimize === 0 ? "Auto off" : `Likeness ${Math.round(100 * quality.score)} percent`;
  return `${name} rendered, ${size.columns} by ${size.rows} characters. ${verdict}.`;
};

/** The studio's looks and the user's own, which are stored in the browser as link queries. */
const createLooks = (storage: Host["storage"]): Pick<Studio, "looks" | "saveLook" | "removeLook"> => {
  const own = signal<readonly Look[]>(storedLooks(storage));
  const change = (looks: readonly Look[]): void => {
    own.value = looks;
    write(storage, "looks", JSON.stringify(looks.map(({ name, sets }) => [name, queryOf(sets)])));
  };
  return {
    looks: computed(() => [...LOOKS, ...own.value]),
    saveLook: (look) => change([...own.peek().filter(({ name }) => name !== look.name), look]),
    removeLook: (look) => change(own.peek().filter((one) => one !== look)),
  };
};

const storedLooks = (storage: Host["storage"]): readonly Look[] => {
  try {
    const stored: readonly [string, string][] = JSON.parse(read(storage, "looks") ?? "[]");
    return stored.map(([name, query]) => ownLook(String(name), readQuery(String(query)).options));
  } catch {
    return [];
  }
};

type Theme = "system" | "dark" | "light";

type Preferences = Pick<Studio, "theme" | "letterKeys" | "loupe">;

/** Preferences kept in the browser's storage. A storage that throws keeps nothing. */
const createPreferences = (storage: Host["storage"]): Preferences => ({
  theme: remembered<Theme>(storage, "theme", { system: "system", dark: "dark", light: "light" }),
  letterKeys: remembered(storage, "letterKeys", { on: true, off: false }),
  loupe: remembered(storage, "loupe", { on: true, off: false }),
});

/** A setting stored as one of the given words; the first is the default. */
const remembered = <Value>(storage: Host["storage"], name: string, meanings: { readonly [word: string]: Value }) => {
  const words = Object.keys(meanings);
  const wordOf = (value: Value): string => words.find((word) => meanings[word] === value)!;
  const stored = (): string => words.find((word) => word === read(storage, name)) ?? words[0]!;
  const choice = signal(meanings[stored()]!);
  effect(() => {
    if (wordOf(choice.value) !== stored()) write(storage, name, wordOf(choice.value));
  });
  return choice;
};

const read = (storage: Host["storage"], name: string): string | null => {
  try {
    return storage?.getItem(keyOf(name)) ?? null;
  } catch {
    return null;
  }
};

const write = (storage: Host["storage"], name: string, word: string): void => {
  try {
    storage?.setItem(keyOf(name), word);
  } catch {
    // private window or full disk: the setting lasts until the page is closed
  }
};

/** Prefixed, because other pages share the origin's storage. */
const keyOf = (name: string): string => `lumiglyph.${name}`;
