import type { RenderOptions } from "@lumiglyph/contract";
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Host } from "../state/host.ts";
import type { CameraError, LiveSource, Opened, OpenedSource, OpenResult, SourceError } from "../state/source.ts";
import type { RenderWorker } from "../worker/render-worker.ts";
import type { Snapshot } from "./history.ts";

export type CurrentSourceParts = {
  readonly worker: RenderWorker;
  readonly host: Pick<Host, "decode" | "nextFrame" | "play" | "openCamera">;
  readonly now: ReadonlySignal<Snapshot>;
  /** Called when a source cannot be shown again, or when a camera is lost. */
  readonly onError: (error: SourceError) => void;
};

export type CurrentSource = {
  /** The source that the worker has. */
  readonly shown: ReadonlySignal<Opened | null>;
  /** The live source that feeds it; null for a still image. */
  readonly live: ReadonlySignal<LiveSource | null>;
  /** Shows a newly opened source. */
  readonly show: (found: OpenedSource) => void;
  /** Opens the current source again after the worker has lost it. */
  readonly showAgain: () => void;
};

/**
 * Keeps the worker in sync with the newest snapshot. Renders at most once per animation frame. A source restored by
 * undo is decoded again; the previous one stays visible until then. Live sources stop as soon as they are replaced.
 */
export const createCurrentSource = ({ worker, host, now, onError }: CurrentSourceParts): CurrentSource => {
  const shown = signal<Opened | null>(null);
  const live = signal<LiveSource | null>(null);
  const wanted = computed(() => now.value.opened);
  const options = computed((): RenderOptions => now.value.options);

  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    host.nextFrame(() => {
      isPlanned = false;
      if (shown.peek() !== null) worker.render(options.peek());
    });
  };
  const leave = (): void => {
    live.peek()?.stop();
    live.value = null;
  };
  const show = (found: OpenedSource, picture = found.opened): void => {
    batch(() => {
      leave();
      if ("live" in found) {
        found.live.start(worker);
        live.value = found.live;
      } else worker.open(found.image);
      shown.value = picture;
    });
    plan();
    if ("image" in found && found.image.isGlance) void complete(picture);
  };
  /** Replaces a glance by the whole picture once something is shown. */
  const complete = async (picture: Opened): Promise<void> => {
    await nextOf(worker.preview);
    if (shown.peek() !== picture) return;
    const isRead = await worker.openWhole(picture.file).then(
      () => true,
      () => false,
    );
    if (shown.peek() !== picture) return;
    if (isRead) return worker.render(options.peek());
    worker.clear();
    onError({ code: "image_unreadable", name: picture.name, why: "damaged" });
  };
  const bringBack = async (picture: Opened): Promise<void> => {
    leave();
    const opening = await openAgain(picture, host, onError).catch(() => null);
    if (wanted.peek() !== picture) {
      if (opening !== null && "live" in opening) opening.live.stop();
    } else if (opening === null) onError({ code: "image_unreadable", name: picture.name, why: "gone" });
    else if ("error" in opening) onError(opening.error);
    else show(opening, picture);
  };
  effect(() => {
    const picture = wanted.value;
    untracked(() => {
      if (picture === shown.peek()) return;
      if (picture !== null) return void bringBack(picture);
      leave();
      worker.clear();
      shown.value = null;
    });
  });

  effect(() => {
    options.value;
    if (untracked(() => shown.value !== null && shown.value === wanted.value)) plan();
  });
  return { shown, live, show: (found) => show(found), showAgain: () => void bringBack(wanted.peek()!) };
};

/** Resolves when a signal changes. */
const nextOf = (changing: ReadonlySignal<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const before = changing.peek();
    const stop = effect(() => {
      if (changing.value === before) return;
      resolve();
      stop();
    });
  });

const openAgain = async (
  picture: Opened,
  host: CurrentSourceParts["host"],
  onLost: (error: CameraError) => void,
): Promise<OpenResult> => {
  if (picture.kind === "video") return host.play(picture);
  if (picture.kind === "camera") return host.openCamera(picture.url, onLost);
  return { opened: picture, image: await host.decode(picture.file) };
};
