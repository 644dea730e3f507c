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
  /** Is told why something cannot be shown again, or of a camera that is gone. */
  readonly onError: (error: SourceError) => void;
};

export type CurrentSource = {
  /** What the darkroom has. */
  readonly shown: ReadonlySignal<Opened | null>;
  /** What gives it frames; null where it has a still picture. */
  readonly live: ReadonlySignal<LiveSource | null>;
  /** Puts up what was found. */
  readonly show: (found: OpenedSource) => void;
  /** Gives the darkroom its picture once more, after it has lost it. */
  readonly showAgain: () => void;
};

/**
 * Keeps the darkroom at what the newest snapshot says. Parameters are developed once a frame at most; a picture that undo
 * brings back is decoded again, and until then the one before it stays. What moves is stopped as soon as it is not wanted.
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

const openAgain = async (
  picture: Opened,
  host: CurrentSourceParts["host"],
  onLost: (error: CameraError) => void,
): Promise<OpenResult> => {
  if (picture.kind === "video") return host.play(picture);
  if (picture.kind === "camera") return host.openCamera(picture.url, onLost);
  return { opened: picture, image: await host.decode(picture.file) };
};
